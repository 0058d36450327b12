import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { COMMENT, presentComment } from '../shapes/comment.ts'

/** GET /api/v3/comments/:id. */
export const getComment = endpoint({
  operation: 'getComment',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!) {
        comment(by: { databaseId: $id }) {
          ...comment
        }
      }
    `,
    [COMMENT],
  ),
  variables: ({ id }) => ({ id: databaseId(id) }),
  object: 'Comment',
  present: ({ comment }) => ({ success: true, comment: presentComment(comment) }),
})
