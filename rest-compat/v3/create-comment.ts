import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { COMMENT, presentComment } from '../shapes/comment.ts'
import { upperCase } from '../shapes/letter-case.ts'

/** POST /api/v3/comments. */
export const createComment = endpoint({
  operation: 'createComment',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: CreateCommentInput!) {
        createComment(input: $input) {
          ...comment
        }
      }
    `,
    [COMMENT],
  ),
  variables: (input) => ({
    input: {
      postId: input.feature_request_id,
      body: input.comment,
      parentId: input.parent_id,
      internal: input.internal,
      pinned: input.pinned,
      approvalStatus: upperCase(input.approval_status),
    },
  }),
  present: ({ createComment }) => ({ success: true, comment: presentComment(createComment) }),
  fields: { postId: 'feature_request_id', body: 'comment' },
})
