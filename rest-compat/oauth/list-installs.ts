import { endpoint } from '../endpoint.ts'
import { INSTALL, presentInstall, type InstallData } from '../shapes/install.ts'
import { pageVariables, type PageData } from '../shapes/list.ts'

/** GET /oauth/installs. */
export const listInstalls = endpoint<'listInstalls', { installs: PageData<InstallData> }>({
  operation: 'listInstalls',
  document: /* GraphQL */ `
    query ($first: Int, $page: Int) {
      installs(first: $first, page: $page) {
        nodes {
          ...install
        }
        pageInfo {
          hasNextPage
        }
      }
    }
    ${INSTALL}
  `,
  variables: pageVariables,
  present: ({ installs }) => ({ success: true, installs: installs.nodes.map(presentInstall) }),
  hasNext: ({ installs }) => installs.pageInfo.hasNextPage,
  fields: { first: 'per_page' },
})
