/** Events that apps can subscribe to (contract 6). The three lists are the only declaration of event types. */
export const APP_EVENTS = {
  post_created: 'A post was created.',
  post_updated: 'A post was updated.',
  post_completed: 'A post entered a status of kind completed.',
  changelog_created: 'A changelog entry was created.',
  changelog_updated: 'A changelog entry was updated.',
  changelog_published: 'A changelog entry was published.',
} as const satisfies Record<string, string>

/** Further events that the organization's own webhooks can subscribe to. */
export const TEAM_EVENTS = {
  post_merged: 'A post was merged into another.',
  post_unmerged: 'The merge of a post was undone.',
  post_deleted: 'A post was deleted.',
  vote_added: 'A person voted on a post, or changed their vote.',
  vote_removed: 'A person withdrew their vote on a post.',
  comment_created: 'A comment was created.',
  comment_updated: 'A comment was updated.',
  comment_deleted: 'A comment was deleted.',
  changelog_deleted: 'A changelog entry was deleted.',
  customer_created: 'A customer was created.',
  customer_updated: 'A customer was updated.',
  customer_deleted: 'A customer was deleted.',
  roadmap_updated: 'A roadmap or its posts were updated.',
  bucket_updated: 'A bucket was updated.',
  member_added: 'A person was added to the team.',
  member_removed: 'A person was removed from the team.',
} as const satisfies Record<string, string>

/** Types about webhooks themselves (contract 6). Webhooks cannot subscribe to them. */
export const NOTICES = {
  webhook_disabled:
    'A webhook was disabled by an admin, by a response with status 410, or after five days in which all deliveries failed.',
  webhook_test: 'An admin tested a webhook. Only that webhook receives the event.',
} as const satisfies Record<string, string>

/** Event that an app can subscribe to. */
export type AppEventName = keyof typeof APP_EVENTS
/** Event that a webhook of the organization can subscribe to. */
export type EventName = AppEventName | keyof typeof TEAM_EVENTS
/** Any type in the log. */
export type EventType = EventName | keyof typeof NOTICES

const keysOf = <Names extends string>(types: Record<Names, string>) => Object.keys(types) as Names[]

export const APP_EVENT_NAMES: AppEventName[] = keysOf(APP_EVENTS)
export const EVENT_NAMES: EventName[] = [...APP_EVENT_NAMES, ...keysOf(TEAM_EVENTS)]
export const EVENT_TYPES: EventType[] = [...EVENT_NAMES, ...keysOf(NOTICES)]

/** Kinds of objects that events are about. */
export const SUBJECTS = [
  'post',
  'vote',
  'comment',
  'changelog',
  'customer',
  'roadmap',
  'bucket',
  'member',
  'webhook',
] as const

/**
 * Kind of object that an event is about. `subject_id` of a vote is the id of its post, that of a member of its user.
 */
export type Subject = (typeof SUBJECTS)[number]

/** Returns the kind of an event's subject, which is the first word of its type. */
export const subjectOf = (type: EventType) => type.split('_')[0] as Subject

/** Returns the event types about a kind of object. */
export const typesOf = (...subjects: readonly Subject[]): EventType[] =>
  EVENT_TYPES.filter((type) => subjects.includes(subjectOf(type)))
