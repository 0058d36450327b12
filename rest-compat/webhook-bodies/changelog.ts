import type { ResultOf } from 'gql.tada'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { presentChangelog } from '../shapes/changelog.ts'
import { POST_CONTENT, presentPost } from '../shapes/post.ts'

/** GraphQL fields of the snapshot of a changelog for the body of its events. */
export const EVENT_CHANGELOG = graphql(
  /* GraphQL */ `
    fragment eventChangelog on ChangelogSnapshot {
      databaseId
      title
      preview
      descriptionHtml
      descriptionMarkdown
      locale
      url
      publishedAt
      scheduledAt
      author {
        name
      }
      labels {
        databaseId
        name
        color
      }
      translations {
        databaseId
        title
        locale
        state
      }
      posts {
        ...postContent
      }
    }
  `,
  [POST_CONTENT],
)

/** Converts a changelog to the body of its events: `object` and the fields of contract 3. */
export function presentEventChangelog(changelog: ResultOf<typeof EVENT_CHANGELOG>): object {
  const { id, ...fields } = presentChangelog({ ...changelog, posts: [] })
  return { id, object: 'changelog', ...fields, feature_requests: changelog.posts.map(presentPostContent) }
}

/** Converts a post of a changelog. It has no number of votes and no tags. */
function presentPostContent(post: ResultOf<typeof POST_CONTENT>): object {
  const { votes_count: _votes, tags: _tags, ...content } = presentPost({ ...post, votesCount: 0, tags: [] })
  return content
}
