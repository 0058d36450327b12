import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { typedText } from '../../lib/rich-text/plain-text.ts'
import { flag, input, oneOf, output, text, UNCHANGED_SINCE } from '../schemas.ts'
import { comment, COMMENT, presentComment } from '../shapes/comment.ts'
import { tool } from '../tool.ts'

/** Changes a comment. */
export const updateComment = tool({
  name: 'update_comment',
  title: 'Update a comment',
  description: 'Changes the given fields of a comment.',
  family: 'comments',
  hints: ['repeatable'],
  input: input(
    { id: text() },
    {
      text: text(),
      internal: flag(),
      approval: oneOf(['APPROVED', 'PENDING']),
      unchanged_since: UNCHANGED_SINCE,
    },
  ),
  output: output({ comment }),
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateCommentInput!) {
        updateComment(input: $input) {
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
  variables: ({ id, text: body, internal, approval, unchanged_since }) => ({
    input: {
      ...{ id, internal, approvalStatus: approval, ifUnchangedSince: unchanged_since },
      body: body === undefined ? undefined : typedText(body),
    },
  }),
  present: ({ updateComment: { comment: updated } }) => ({ comment: presentComment(updated) }),
  fields: { body: 'text', approvalStatus: 'approval', ifUnchangedSince: 'unchanged_since' },
})
