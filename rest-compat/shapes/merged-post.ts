import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { POST, presentPost } from './post.ts'

/** GraphQL fields of a post with the first posts merged into it, for its documented JSON. */
export const MERGED_POST = graphql(
  /* GraphQL */ `
    fragment mergedPost on Post {
      ...post
      mergedInto {
        databaseId
      }
      mergedPosts(first: 100, includePrivate: true) {
        totalCount
        nodes {
          databaseId
          title
          slug
        }
      }
    }
  `,
  [POST],
)

/** Converts a post with the posts merged into it to its documented JSON. */
export function presentMergedPost(post: ResultOf<typeof MERGED_POST>): components['schemas']['MergedPost'] {
  return {
    ...presentPost(post),
    merged: post.mergedInto !== null,
    merged_posts_count: post.mergedPosts.totalCount,
    child_posts: post.mergedPosts.nodes.map(({ databaseId, title, slug }) => ({
      id: databaseId,
      title,
      slug,
    })),
  }
}
