import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { typedText } from '../../lib/rich-text/plain-text.ts'
import { input, KEY, list, output, text } from '../schemas.ts'
import { post, POST, presentPost } from '../shapes/post.ts'
import { tool } from '../tool.ts'

/** Creates a post. */
export const createPost = tool({
  name: 'create_post',
  title: 'Create a post',
  description:
    'Creates a post, of a customer if an address is given. Without key, a repeated call may create another.',
  family: 'posts',
  hints: [],
  input: input(
    { title: text() },
    { text: text(), board: text(), tags: list(text(), 'Ids.'), customer_email: text(), key: KEY },
  ),
  output: output({ post }),
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
  variables: ({ title, text: body, board, tags, customer_email: email }) => ({
    input: {
      title,
      description: body && typedText(body),
      bucketId: board,
      tagIds: tags,
      submitter: email === undefined ? undefined : { email },
    },
  }),
  present: ({ createPost: { post: created } }) => ({ post: presentPost(created) }),
  fields: { description: 'text', bucketId: 'board', tagIds: 'tags', 'submitter.email': 'customer_email' },
})
