import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { nodeId } from '../node-id.ts'
import { USER_ERROR } from '../payload.ts'
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
