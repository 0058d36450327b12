import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** POST /api/v3/feature_requests. */
export const createFeatureRequest = endpoint({
  operation: 'createFeatureRequest',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreatePostInput!) {
        createPost(input: $input) {
          ...post
        }
      }
    `,
    [POST],
  ),
  variables: (input) => ({
    input: {
      title: input.title,
      description: input.description,
      bucketId: input.bucket_id,
      tagIds: input.tag_ids,
      statusId: input.state_id,
      approvalStatus: input.approval_status,
    },
  }),
  present: ({ createPost }) => presentPost(createPost),
  fields: { statusId: 'state_id' },
})
