/** What the subscribers ask for: every event of the documented types. */
export const SUBSCRIPTION = `subscription ($after: String) {
  events(after: $after, types: [post_created, post_updated, post_completed, changelog_created, changelog_updated, changelog_published]) {
    id type createdAt
    ... on PostEvent { post { title votesCount } }
    ... on ChangelogEvent { changelog { title } }
  }
}`

/** How long a connection may say nothing before it counts as dead. */
export const SILENCE_MS = 25_000
