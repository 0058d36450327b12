import { endpoint } from '../endpoint.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/tags/:id. */
export const deleteTag = endpoint<'deleteTag', { deleteTag: { id: string } }>({
  operation: 'deleteTag',
  document: /* GraphQL */ `
    mutation ($id: ID!) {
      deleteTag(id: $id) {
        id
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Tag'),
})
