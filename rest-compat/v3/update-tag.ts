import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentTag, TAG } from '../shapes/tag.ts'

/** PUT /api/v3/tags/:id. */
export const updateTag = endpoint({
  operation: 'updateTag',
  document: graphql(
    /* GraphQL */ `
      mutation ($id: ID!, $input: UpdateTagInput!) {
        updateTag(id: $id, input: $input) {
          ...tag
        }
      }
    `,
    [TAG],
  ),
  variables: ({ id, name, color }) => ({ id, input: { name, color } }),
  present: ({ updateTag: tag }) => ({ success: true, tag: presentTag(tag) }),
})
