import { APP_EVENTS, NOTICES, TEAM_EVENTS, type EventType } from '../../events/catalogue.ts'
import { enumType } from '../../graphql/schema/enum.ts'

const DESCRIPTIONS: Record<EventType, string> = { ...APP_EVENTS, ...TEAM_EVENTS, ...NOTICES }

export const EventTypeRef = enumType('EventType', 'Type of an event in the event log.', DESCRIPTIONS)
