/** The operation of the subscribers: every event that the load records. */
export const SUBSCRIPTION = `subscription ($after: ID) {
  events(after: $after, filter: {types: [POST_CREATED, POST_UPDATED, POST_COMPLETED, POST_DELETED, CHANGELOG_CREATED, CHANGELOG_UPDATED, CHANGELOG_PUBLISHED, CHANGELOG_DELETED]}) {
    id type createdAt
    ... on PostEvent { snapshot { title votesCount } }
    ... on ChangelogEvent { entry: snapshot { title } }
  }
}`

/** Time in milliseconds without data after which a connection counts as dead. */
export const SILENCE_MS = 25_000
