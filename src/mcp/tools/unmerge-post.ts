import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { input, output, text } from '../schemas.ts'
import { post, POST, presentPost } from '../shapes/post.ts'
import { tool } from '../tool.ts'

/** Separates a merged post again. */
export const unmergePost = tool({
  name: 'unmerge_post',
  title: 'Unmerge a post',
  description: 'Separates a merged post from the one that it was merged into, with what it had before.',
  family: 'posts',
  hints: ['repeatable'],
  input: input({ id: text() }),
  output: output({ post }),
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UnmergePostInput!) {
        unmergePost(input: $input) {
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
  variables: ({ id }) => ({ input: { id } }),
  present: ({ unmergePost: { post: separated } }) => ({ post: presentPost(separated) }),
})
