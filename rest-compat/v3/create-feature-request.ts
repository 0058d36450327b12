import { endpoint } from '../endpoint.ts'
import { POST, presentPost, type PostData } from '../shapes/post.ts'

/** POST /api/v3/feature_requests. */
export const createFeatureRequest = endpoint<'createFeatureRequest', { createPost: PostData }>({
  operation: 'createFeatureRequest',
  document: /* GraphQL */ `
    mutation ($input: CreatePostInput!) {
      createPost(input: $input) {
        ...post
      }
    }
    ${POST}
  `,
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
