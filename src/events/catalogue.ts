/** All events of the service (contract 6). This is their only declaration. */
export const EVENTS = {
  post_created: 'A post was created.',
  post_updated: 'A post was updated.',
  post_completed: 'A post entered a status of kind completed.',
  changelog_created: 'A changelog entry was created.',
  changelog_updated: 'A changelog entry was updated.',
  changelog_published: 'A changelog entry was published.',
} as const satisfies Record<string, string>

/** Further types of the log, about webhooks themselves (contract 6). Webhooks cannot subscribe to them. */
export const NOTICES = {
  webhook_disabled:
    'A webhook is disabled by an admin, by a response with status 410, or after five days in which all deliveries failed.',
  webhook_test: 'An admin tests a webhook. Only that webhook receives the event.',
} as const satisfies Record<string, string>

export type EventName = keyof typeof EVENTS
export type NoticeName = keyof typeof NOTICES
/** Any type in the log. */
export type EventType = EventName | NoticeName
/** Kind of object that an event is about. */
export type Subject = 'post' | 'changelog' | 'webhook'

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]
export const EVENT_TYPES = [...EVENT_NAMES, ...(Object.keys(NOTICES) as NoticeName[])]

/** Returns the kind of an event's subject, which is the first word of its type. */
export const subjectOf = (type: EventType) => type.split('_')[0] as Subject
