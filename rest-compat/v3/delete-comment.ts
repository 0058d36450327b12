import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { nodeId } from '../node-id.ts'
import { USER_ERROR } from '../payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/comments/:id. */
export const deleteComment = endpoint({
  operation: 'deleteComment',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        deleteComment(input: { id: $id }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id }) => ({ id: nodeId('cmt', id) }),
  present: () => presentDeletion('Comment'),
})
