import { endpoint } from '../endpoint.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/comments/:id. */
export const deleteComment = endpoint<'deleteComment', { deleteComment: { id: string } }>({
  operation: 'deleteComment',
  document: /* GraphQL */ `
    mutation ($id: ID!) {
      deleteComment(id: $id) {
        id
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Comment'),
})
