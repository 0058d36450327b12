import { endpoint } from '../endpoint.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'
import { pageVariables } from '../shapes/list.ts'
import { OAUTH_APP, presentOAuthApp } from '../shapes/oauth-app.ts'

/** GET /oauth/apps. */
export const listApps = endpoint({
  operation: 'listApps',
  document: graphql(
    /* GraphQL */ `
      query ($first: Int, $offset: Int) {
        oauthApps(first: $first, offset: $offset) {
          nodes {
            ...oauthApp
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    `,
    [OAUTH_APP],
  ),
  variables: pageVariables,
  present: ({ oauthApps }) => ({ success: true, apps: oauthApps.nodes.map(presentOAuthApp) }),
  hasNext: ({ oauthApps }) => oauthApps.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
