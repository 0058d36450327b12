import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** PUT and PATCH /api/v3/feature_requests/:id. */
export const updateFeatureRequest = endpoint({
  operation: 'updateFeatureRequest',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $input: UpdatePostInput!) {
        updatePost(id: $id, input: $input) {
          ...post
        }
      }
    `,
    [POST],
  ),
  variables: ({ id, ...input }) => ({
    id,
    input: {
      title: input.title,
      description: input.description,
      bucketId: input.bucket_id,
      approvalStatus: input.approval_status,
      statusId: input.state_id,
      statusSlug: input.status,
      tagIds: input.tag_ids,
      hidden: input.hidden,
    },
  }),
  present: ({ updatePost }) => presentPost(updatePost),
  fields: { statusId: 'state_id', statusSlug: 'status' },
})
