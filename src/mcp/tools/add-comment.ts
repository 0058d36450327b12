import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { typedText } from '../../lib/rich-text/plain-text.ts'
import { flag, input, KEY, output, text } from '../schemas.ts'
import { comment, COMMENT, presentComment } from '../shapes/comment.ts'
import { tool } from '../tool.ts'

/** Comments on a post. */
export const addComment = tool({
  name: 'add_comment',
  title: 'Add a comment',
  description:
    'Comments on a post. An internal comment is for the team alone. People who follow the post receive others.',
  family: 'comments',
  hints: ['open-world'],
  input: input({ post: text(), text: text() }, { internal: flag(), reply_to: text(), key: KEY }),
  output: output({ comment }),
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateCommentInput!) {
        createComment(input: $input) {
          comment {
            ...comment
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [COMMENT, USER_ERROR],
  ),
  variables: ({ post, text: body, internal, reply_to }) => ({
    input: { postId: post, body: typedText(body), internal, parentId: reply_to },
  }),
  present: ({ createComment: { comment: created } }) => ({ comment: presentComment(created) }),
  fields: { postId: 'post', body: 'text', parentId: 'reply_to' },
})
