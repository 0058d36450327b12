import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { nodeId } from '../../src/lib/graphql-client/node-id.ts'
import { USER_ERROR } from '../../src/lib/graphql-client/payload.ts'
import { presentTag, TAG } from '../shapes/tag.ts'

/** PUT and PATCH /api/v3/tags/:id. */
export const updateTag = endpoint({
  operation: 'updateTag',
  document: graphql(
    /* GraphQL */ `
      mutation ($input: UpdateTagInput!) {
        updateTag(input: $input) {
          tag {
            ...tag
          }
          errors {
            ...userError
          }
        }
      }
    `,
    [TAG, USER_ERROR],
  ),
  variables: ({ id, name, color }) => ({ input: { id: nodeId('tag', id), name, color } }),
  present: ({ updateTag: { tag } }) => ({ success: true, tag: presentTag(tag) }),
})
