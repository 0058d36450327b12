import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { COMMENT, presentComment } from '../shapes/comment.ts'
import { upperCase } from '../shapes/upper-case.ts'

/** PUT and PATCH /api/v3/comments/:id. */
export const updateComment = endpoint({
  operation: 'updateComment',
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
  variables: ({ id, ...input }) => ({
    input: {
      id: nodeId('cmt', id),
      body: input.comment,
      internal: input.internal,
      pinned: input.pinned,
      approvalStatus: upperCase(input.approval_status),
    },
  }),
  present: ({ updateComment: { comment } }) => ({ success: true, comment: presentComment(comment) }),
  fields: { body: 'comment' },
})
