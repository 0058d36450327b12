import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { COMMENT, presentComment } from '../shapes/comment.ts'
import { upperCase } from '../shapes/letter-case.ts'

/** PUT /api/v3/comments/:id. */
export const updateComment = endpoint({
  operation: 'updateComment',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $input: UpdateCommentInput!) {
        updateComment(id: $id, input: $input) {
          ...comment
        }
      }
    `,
    [COMMENT],
  ),
  variables: ({ id, ...input }) => ({
    id,
    input: {
      body: input.comment,
      internal: input.internal,
      pinned: input.pinned,
      approvalStatus: upperCase(input.approval_status),
    },
  }),
  present: ({ updateComment }) => ({ success: true, comment: presentComment(updateComment) }),
  fields: { body: 'comment' },
})
