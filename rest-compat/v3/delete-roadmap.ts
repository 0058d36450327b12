import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { nodeId } from '../node-id.ts'
import { USER_ERROR } from '../payload.ts'
import { presentDeletion } from '../shapes/deletion.ts'

/** DELETE /api/v3/roadmaps/:id. */
export const deleteRoadmap = endpoint({
  operation: 'deleteRoadmap',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!) {
        deleteRoadmap(input: { id: $id }) {
          errors {
            ...userError
          }
        }
      }
    `,
    [USER_ERROR],
  ),
  variables: ({ id }) => ({ id: nodeId('rdm', id) }),
  present: () => presentDeletion('Roadmap'),
})
