import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
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
