/** The operation of the subscribers: every event of the documented types. */
export const SUBSCRIPTION = `subscription ($after: String) {
  events(after: $after, types: [post_created, post_updated, post_completed, changelog_created, changelog_updated, changelog_published]) {
    id type createdAt
    ... on PostEvent { post { title votesCount } }
    ... on ChangelogEvent { changelog { title } }
  }
}`

/** Time in milliseconds without data after which a connection counts as dead. */
export const SILENCE_MS = 25_000
