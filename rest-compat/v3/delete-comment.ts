import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/comments/:id. */
export const deleteComment = endpoint({
  operation: 'deleteComment',
  document: graphql(/* GraphQL */ `
    mutation ($id: ID!) {
      deleteComment(id: $id) {
        id
      }
    }
  `),
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Comment'),
})
