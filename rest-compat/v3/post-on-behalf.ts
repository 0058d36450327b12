import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { POST, presentPost } from '../shapes/post.ts'

/** POST /api/v3/feature_requests/post_on_behalf. */
export const postOnBehalf = endpoint({
  operation: 'postOnBehalf',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreatePostInput!, $submitter: SubmitterInput!) {
        createPostOnBehalf(input: $input, submitter: $submitter) {
          ...post
        }
      }
    `,
    [POST],
  ),
  variables: (input) => ({
    submitter: { email: input.email, name: input.name },
    input: {
      title: input.title,
      description: input.description,
      bucketId: input.bucket_id,
      tagIds: input.tag_ids,
      statusId: input.state_id,
      approvalStatus: input.approval_status,
    },
  }),
  present: ({ createPostOnBehalf }) => presentPost(createPostOnBehalf),
  fields: { statusId: 'state_id' },
})
