import { endpoint } from '../endpoint.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/changelogs/:id. */
export const deleteChangelog = endpoint<'deleteChangelog', { deleteChangelog: { id: string } }>({
  operation: 'deleteChangelog',
  document: /* GraphQL */ `
    mutation ($id: ID!) {
      deleteChangelog(id: $id) {
        id
      }
    }
  `,
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Changelog'),
})
