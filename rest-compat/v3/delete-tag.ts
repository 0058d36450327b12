import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/tags/:id. */
export const deleteTag = endpoint({
  operation: 'deleteTag',
  document: graphql(/* GraphQL */ `
    mutation ($id: ID!) {
      deleteTag(id: $id) {
        id
      }
    }
  `),
  variables: ({ id }) => ({ id }),
  present: () => presentDeletion('Tag'),
})
