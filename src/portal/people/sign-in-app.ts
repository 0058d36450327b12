import { CONSENT_APP } from './consent-documents.ts'
import type { ReadAuthorizationRequest } from './consent-form.ts'
import type { AskingApp } from '../pages/sign-in.ts'
import type { SessionVisit } from './visit-handler.ts'

/** Returns the app to whose consent page a sign-in page leads. Null for other paths, and for a request it refuses. */
export async function appOfSignIn(
  { base, run }: SessionVisit,
  returnTo: string,
  readRequest: ReadAuthorizationRequest,
): Promise<AskingApp | null> {
  const { pathname, searchParams } = new URL(returnTo, 'http://path')
  if (pathname !== `${base}/oauth/authorize`) return null
  try {
    const request = readRequest(Object.fromEntries(searchParams))
    return (await run(CONSENT_APP, { request } as never)).consentApp
  } catch {
    return null
  }
}
