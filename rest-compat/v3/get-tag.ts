import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { databaseId } from '../../src/lib/graphql-client/node-id.ts'
import { presentTag, TAG } from '../shapes/tag.ts'

/** GET /api/v3/tags/:id. */
export const getTag = endpoint({
  operation: 'getTag',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($id: Int!) {
        tag(by: { databaseId: $id }) {
          ...tag
        }
      }
    `,
    [TAG],
  ),
  variables: ({ id }) => ({ id: databaseId(id) }),
  object: 'Tag',
  present: ({ tag }) => ({ success: true, tag: presentTag(tag) }),
})
