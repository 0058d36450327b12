/** Every event that the service tells of (specification chapter 6), each declared here and nowhere else. */
export const EVENTS = {
  post_created: 'A feedback post is created.',
  post_updated: 'A feedback post is updated.',
  post_completed: 'A post is marked completed.',
  changelog_created: 'A changelog entry is created.',
  changelog_updated: 'A changelog entry is updated.',
  changelog_published: 'A changelog entry is published.',
} as const satisfies Record<string, string>

export type EventName = keyof typeof EVENTS

export const EVENT_NAMES = Object.keys(EVENTS) as EventName[]
