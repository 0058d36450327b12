import { graphql } from '../../lib/graphql-client/graphql.ts'
import type { SessionVisit } from './visit-handler.ts'

const VIEWER = graphql(/* GraphQL */ `
  query {
    viewer {
      account {
        email
      }
      user {
        email
      }
      organization {
        slug
      }
    }
  }
`)

/** The signed-in person: an account, or by SSO the person of one organization. */
export type SignedIn = { email: string; isAccount: boolean; organization: string | null }

/** Returns who is signed in. Null without a session. */
export async function signedIn({ caller, run }: SessionVisit): Promise<SignedIn | null> {
  if (caller.authority === 'none') return null
  const { viewer } = await run(VIEWER, {})
  if (!viewer) return null
  const { account, user, organization } = viewer
  const email = account?.email ?? user?.email ?? ''
  return { email, isAccount: account !== null, organization: organization?.slug ?? null }
}
