import { endpoint } from '../endpoint.ts'
import { graphql } from '../graphql.ts'
import { presentTag, TAG } from '../shapes/tag.ts'

/** GET /api/v3/tags/:id. */
export const getTag = endpoint({
  operation: 'getTag',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: ID!) {
        tag(id: $id) {
          ...tag
        }
      }
    `,
    [TAG],
  ),
  variables: ({ id }) => ({ id }),
  present: ({ tag }) => ({ success: true, tag: presentTag(tag) }),
})
