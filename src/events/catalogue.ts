/** Every event that the service tells of (specification chapter 6), each declared here and nowhere else. */
export const EVENTS = {
  post_created: 'A feedback post is created.',
  post_updated: 'A feedback post is updated.',
  post_completed: 'A post is marked completed.',
  changelog_created: 'A changelog entry is created.',
  changelog_updated: 'A changelog entry is updated.',
  changelog_published: 'A changelog entry is published.',
} as const satisfies Record<string, string>

/** What the log tells beside them: of webhooks themselves (contract chapter 6). Nobody subscribes a webhook to it. */
export const NOTICES = {
  webhook_disabled:
    'A webhook is disabled: by an admin, by its answer 410, or after five days of failures only.',
  webhook_test: 'An admin tries a webhook; only that one is sent it.',
} as const satisfies Record<string, string>

export type EventName = keyof typeof EVENTS
export type NoticeName = keyof typeof NOTICES
/** Whatever stands in the log. */
export type EventType = EventName | NoticeName
/** The kind of thing that an event is about. */
export type Subject = 'post' | 'changelog' | 'webhook'

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]
export const EVENT_TYPES = [...EVENT_NAMES, ...(Object.keys(NOTICES) as NoticeName[])]

/** What an event is about: the first word of its name. */
export const subjectOf = (type: EventType) => type.split('_')[0] as Subject
