import { endpoint } from '../endpoint.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'
import { OAUTH_APP, presentOAuthApp, type OAuthAppData } from '../shapes/oauth-app.ts'

/** GET /oauth/apps. */
export const listApps = endpoint<'listApps', { oauthApps: PageData<OAuthAppData> }>({
  operation: 'listApps',
  document: /* GraphQL */ `
    query ($first: Int, $page: Int) {
      oauthApps(first: $first, page: $page) {
        nodes {
          ...oauthApp
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    ${OAUTH_APP}
  `,
  variables: pageVariables,
  present: ({ oauthApps }) => ({ success: true, apps: oauthApps.nodes.map(presentOAuthApp) }),
  hasNext: ({ oauthApps }) => oauthApps.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
