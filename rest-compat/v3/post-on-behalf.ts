import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { POST, POST_FIELDS, presentPost, toPostInput } from '../shapes/post.ts'

/** POST /api/v3/feature_requests/post_on_behalf. */
export const postOnBehalf = endpoint({
  operation: 'postOnBehalf',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreatePostInput!) {
        createPost(input: $input) {
          post {
            ...post
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [POST, USER_ERROR],
  ),
  variables: (input) => ({
    input: {
      ...toPostInput(input),
      title: input.title,
      submitter: { email: input.email, name: input.name },
    },
  }),
  present: ({ createPost: { post } }) => presentPost(post),
  fields: { ...POST_FIELDS, 'submitter.email': 'email', 'submitter.name': 'name' },
})
