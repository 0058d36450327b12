import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { nodeId } from '../node-id.ts'
import { USER_ERROR } from '../payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/tags/:id. */
export const deleteTag = endpoint({
  operation: 'deleteTag',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        deleteTag(input: { id: $id }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id }) => ({ id: nodeId('tag', id) }),
  present: () => presentDeletion('Tag'),
})
