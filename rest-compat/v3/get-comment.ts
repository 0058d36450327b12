import { endpoint } from '../endpoint.ts'
import { COMMENT, presentComment, type CommentData } from '../shapes/comment.ts'

/** GET /api/v3/comments/:id. */
export const getComment = endpoint<'getComment', { comment: CommentData }>({
  operation: 'getComment',
  cacheable: true,
  document: /* GraphQL */ `
    query ($id: ID!) {
      comment(id: $id) {
        ...comment
      }
    }
    ${COMMENT}
  `,
  variables: ({ id }) => ({ id }),
  present: ({ comment }) => ({ success: true, comment: presentComment(comment) }),
})
