import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { INSTALL, presentInstall } from '../shapes/install.ts'
import { pageVariables } from '../shapes/list.ts'

/** GET /oauth/installs. */
export const listInstalls = endpoint({
  operation: 'listInstalls',
  document: graphql(
    /* GraphQL */ `
      query ($first: Int, $offset: Int) {
        installs(first: $first, offset: $offset) {
          nodes {
            ...install
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [INSTALL],
  ),
  variables: pageVariables,
  present: ({ installs }) => ({ success: true, installs: installs.nodes.map(presentInstall) }),
  hasNext: ({ installs }) => installs.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
