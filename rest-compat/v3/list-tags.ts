import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { pageVariables } from '../shapes/list.ts'
import { presentTag, TAG } from '../shapes/tag.ts'

/** GET /api/v3/tags. */
export const listTags = endpoint({
  operation: 'listTags',
  cacheable: true,
  document: graphql(
    /* GraphQL */ `
      query ($first: Int, $offset: Int) {
        tags(first: $first, offset: $offset) {
          nodes {
            ...tag
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [TAG],
  ),
  variables: pageVariables,
  present: ({ tags }) => ({ success: true, tags: tags.nodes.map(presentTag) }),
  hasNext: ({ tags }) => tags.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
