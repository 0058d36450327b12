import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { MERGED_POST, presentMergedPost } from '../shapes/merged-post.ts'

/** POST /api/v3/feature_requests/:id/merge_posts. */
export const mergePosts = endpoint({
  operation: 'mergePosts',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: MergePostsInput!) {
        mergePosts(input: $input) {
          post {
            ...mergedPost
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [MERGED_POST, USER_ERROR],
  ),
  variables: ({ id, child_feature_request_ids: ids }) => ({
    input: { id: nodeId('post', id), postIds: ids.map((child) => nodeId('post', child)) },
  }),
  present: ({ mergePosts: { post } }) => presentMergedPost(post),
  fields: { postIds: 'child_feature_request_ids' },
})
