import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { pageVariables } from '../shapes/list.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** GET /api/v3/roadmaps/:id/feature_requests. */
export const listRoadmapPosts = endpoint({
  operation: 'listRoadmapPosts',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!, $includePrivate: Boolean, $first: Int, $offset: Int) {
        roadmap(by: { databaseId: $id }) {
          posts(includePrivate: $includePrivate, first: $first, offset: $offset) {
            nodes {
              post {
                ...post
              }
            }
            pageInfo {
              hasNextPage
            }
          }
        }
      }
    `,
    [POST],
  ),
  variables: ({ id, ...input }) => ({
    ...pageVariables(input),
    id: databaseId(id),
    includePrivate: input['ALLOW-PRIVATE'],
  }),
  object: 'Roadmap',
  present: ({ roadmap: { posts } }) => ({
    success: true,
    feature_requests: posts.nodes.map(({ post }) => presentPost(post)),
  }),
  hasNext: ({ roadmap }) => roadmap.posts.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
