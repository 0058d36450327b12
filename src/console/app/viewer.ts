import { createContext, use } from 'react'
import { graphql, type ResultOf } from '../graphql.ts'

const SHELL_VIEWER = graphql(`
  fragment ShellViewer on Viewer @_unmask {
    role
    user {
      id
      name
    }
    account {
      id
      name
      email
    }
    organization {
      id
      name
      slug
      portalUrl
    }
  }
`)

/** The person of the session in the organization of the address, and the organizations to switch to. */
export const SHELL = graphql(
  `
    query Shell {
      viewer {
        ...ShellViewer
      }
      organizations(first: 50) {
        nodes {
          id
          name
          slug
        }
        pageInfo {
          hasNextPage
        }
      }
    }
  `,
  [SHELL_VIEWER],
)

/** The same of a session without an account, such as one by a mailed code, which acts in one organization. */
export const SHELL_OF_ONE = graphql(
  `
    query ShellOfOne {
      viewer {
        ...ShellViewer
      }
    }
  `,
  [SHELL_VIEWER],
)

export type Shell = ResultOf<typeof SHELL>
export type Viewer = NonNullable<Shell['viewer']>

/** The person of the session. Null while it is read. */
export const ViewerContext = createContext<Viewer | null>(null)

/** Whether the person is an admin of the organization. */
export const useIsAdmin = () => use(ViewerContext)?.role === 'ADMIN'
