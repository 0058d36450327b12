import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { COMMENT, presentComment } from '../shapes/comment.ts'

/** GET /api/v3/comments/:id. */
export const getComment = endpoint({
  operation: 'getComment',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: ID!) {
        comment(id: $id) {
          ...comment
        }
      }
    `,
    [COMMENT],
  ),
  variables: ({ id }) => ({ id }),
  present: ({ comment }) => ({ success: true, comment: presentComment(comment) }),
})
