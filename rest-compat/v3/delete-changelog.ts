import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { nodeId } from '../node-id.ts'
import { USER_ERROR } from '../payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/changelogs/:id. */
export const deleteChangelog = endpoint({
  operation: 'deleteChangelog',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        deleteChangelog(input: { id: $id }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id }) => ({ id: nodeId('chg', id) }),
  present: () => presentDeletion('Changelog'),
})
