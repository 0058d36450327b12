import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { input, list, output, text } from '../schemas.ts'
import { post, POST, presentPost } from '../shapes/post.ts'
import { tool } from '../tool.ts'

/** Merges posts into another. */
export const mergePosts = tool({
  name: 'merge_posts',
  title: 'Merge posts',
  description: 'Merges duplicates into the post with the id: their votes, followers and comments move to it.',
  family: 'posts',
  hints: ['destroys', 'repeatable'],
  input: input({ id: text(), duplicates: list(text(), 'Ids.') }),
  output: output({ post }),
  document: graphql(
    /* GraphQL */ `
      mutation ($input: MergePostsInput!) {
        mergePosts(input: $input) {
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
  variables: ({ id, duplicates }) => ({ input: { id, postIds: duplicates } }),
  present: ({ mergePosts: { post: merged } }) => ({ post: presentPost(merged) }),
  fields: { postIds: 'duplicates' },
})
