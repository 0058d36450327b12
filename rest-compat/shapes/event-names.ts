import type { components } from '../../openapi/types.ts'
import { lowerCase } from './lower-case.ts'

type EventName = components['schemas']['event-name']

/** Returns the REST names of events to which webhooks can subscribe. */
export const eventNames = (types: readonly string[]): EventName[] => types.map(lowerCase) as EventName[]
