import { isPeriod, type Period } from './periods.ts'

/** Filter of the event log as its address has it. */
export type EventSearch = {
  /** Types, separated by commas. */
  types?: string
  /** Typed id of the object, such as `post_42`. */
  subject?: string
  /** Typed id of the actor, such as `usr_1`. */
  actor?: string
  since?: Period
  /** Event that is open. */
  event?: string
}

/** Parameters to replace. Undefined removes one. */
export type EventChange = { [Name in keyof EventSearch]: EventSearch[Name] | undefined }

const ID = /^[a-z]+_\w+$/
const TYPES = /^[A-Z_]+(,[A-Z_]+)*$/

/** Returns the parameters of an address that have a valid form. */
export function toEventSearch(given: Record<string, unknown>): EventSearch {
  const matching = (name: string, form: RegExp) => {
    const value = given[name]
    return typeof value === 'string' && form.test(value) ? { [name]: value } : {}
  }
  return {
    ...matching('types', TYPES),
    ...matching('subject', ID),
    ...matching('actor', ID),
    ...matching('event', ID),
    ...(isPeriod(given.since) && { since: given.since }),
  }
}
