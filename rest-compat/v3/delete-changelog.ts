import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/changelogs/:id. */
export const deleteChangelog = endpoint({
  operation: 'deleteChangelog',
  document: graphql(/* GraphQL */ `
    mutation ($id: ID!) {
      deleteChangelog(id: $id) {
        id
      }
    }
  `),
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Changelog'),
})
