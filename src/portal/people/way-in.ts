import { purposeOf, type SignInPortal } from '../pages/sign-in.ts'
import { begunWrite, type BegunWrite } from '../visit/begun-write.ts'
import type { Purpose } from '../visit/sign-in-path.ts'
import { portalOfSignIn } from './sign-in-portal.ts'
import { textOfField, type SessionVisit } from './visit-handler.ts'

/** State that the pages of a sign-in pass on. */
export type WayIn = {
  portal: SignInPortal | null
  returnTo: string
  purpose: Purpose | null
  email: string
  begun: BegunWrite | null
  ownProvider: string | null
}

/** Returns the state of a page of a sign-in, from its query and its form. */
export async function wayInOf(visit: SessionVisit, sent: Record<string, unknown>): Promise<WayIn> {
  const { base, request } = visit
  const returnTo = visit.returnPath(sent.return_to, `${base}/`)
  return {
    portal: await portalOfSignIn(visit, returnTo),
    returnTo,
    purpose: purposeOf(request.query.for),
    email: textOfField(sent.email),
    begun: begunWrite(sent.to, sent),
    ownProvider: visit.tools.ownProvider(),
  }
}

/** Leads to the write that was begun, whose form is sent again, or to the path of the sign-in. */
export function leaveSignedIn(visit: SessionVisit, { begun, returnTo }: WayIn, token?: string): void {
  if (begun) visit.leave(begun.to, token, 307)
  else visit.leave(returnTo, token)
}
