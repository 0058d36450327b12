import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { isVisitor, type Caller } from '../../auth/caller.ts'
import type { Run } from './visit.ts'

const VIEWER = graphql(/* GraphQL */ `
  query {
    unreadNotificationsCount
    viewer {
      role
      user {
        databaseId
        name
        avatarUrl
        locale
      }
    }
  }
`)

type Viewer = NonNullable<ResultOf<typeof VIEWER>['viewer']>

/** The signed-in person whose view a page shows. */
export type PortalViewer = NonNullable<Viewer['user']> & {
  role: Viewer['role']
  /** Number of unread notifications, at most 100. */
  unread: number
}

/** Returns the person whose view a caller has. Null for a visitor, who has no session. */
export async function viewerOf(run: Run, caller: Caller): Promise<PortalViewer | null> {
  if (isVisitor(caller)) return null
  const { viewer, unreadNotificationsCount } = await run(VIEWER, {})
  return viewer?.user ? { ...viewer.user, role: viewer.role, unread: unreadNotificationsCount ?? 0 } : null
}
