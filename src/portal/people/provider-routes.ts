import express, { type Router } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { begunSignInOf, signInCookie } from '../../auth/sign-in-cookie.ts'
import { AppError, forbidden, notFound } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { sentenceOf } from '../pages/problem.ts'
import { firstPage } from '../pages/sign-in-code.ts'
import { OWN_PROVIDER } from '../pages/provider-links.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import type { TextKey } from '../visit/words.ts'
import { endSession } from './end-session.ts'
import { BEGIN_WITH_PROVIDER, SIGN_IN_WITH_PROVIDER } from './provider-documents.ts'
import { portalOf } from './sign-in-portal.ts'
import { visitHandler, type SessionVisit } from './visit-handler.ts'
import { wayInOf } from './way-in.ts'

/** Units of a return from a provider, after which the server asks the provider. */
const UNITS = 10

/**
 * Serves the sign-in with OpenID providers below the path of a portal, or on an own host, and that of accounts at the
 * public URL. `/sign-in/with/<id>` leads to a provider, and `/sign-in/callback` is where it leads back. Each portal has
 * an own address for that, so that no provider answers for another one's.
 */
export function providerRoutes(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  for (const base of tools.organization === null ? ['', '/@:organization'] : ['']) {
    router.route(`${base}/sign-in/with/:provider`).get(visitHandler(tools, begin))
    router.route(`${base}/sign-in/callback`).get(visitHandler(tools, end, { units: UNITS }))
  }
  return rejectOtherMethods(router)
}

/** Slug of the organization to which a request signs in. Null for accounts. */
function organizationOf({ tools, request }: SessionVisit): string | null {
  const { organization } = request.params
  return tools.organization ?? (organization === undefined ? null : String(organization))
}

async function begin(visit: SessionVisit): Promise<void> {
  assertPage(visit)
  const { request } = visit
  const organization = organizationOf(visit)
  const provider = String(request.params.provider)
  if ((organization === null) !== (provider === OWN_PROVIDER)) throw notFound('Provider')
  const variables = {
    organization,
    providerId: organization === null ? null : provider,
    returnTo: returnTo(visit, organization),
    locale: visit.locale(),
  }
  try {
    const { beginSignInWithProvider } = await visit.run(BEGIN_WITH_PROVIDER, variables, ANONYMOUS)
    keep(visit, beginSignInWithProvider.token)
    visit.leave(beginSignInWithProvider.url)
  } catch (error) {
    await showAgain(visit, organization, error)
  }
}

/** Returns the path to which a sign-in leads: one of the portal, or any one of the public URL for accounts. */
function returnTo(visit: SessionVisit, organization: string | null): string {
  const { base, request, tools } = visit
  const path = visit.returnPath(request.query.return_to, homeOf(visit, organization))
  const isOfPortal = tools.organization === null ? path.startsWith('/@') : !path.startsWith('/@')
  return organization === null || isOfPortal ? path : homeOf(visit, organization) || `${base}/`
}

const homeOf = ({ base, tools }: SessionVisit, organization: string | null) =>
  organization === null || tools.organization !== null ? `${base}/` : `/@${encodeURIComponent(organization)}`

/**
 * Signs in. A former session of the browser ends. A refused answer ends no sign-in that has begun, because any page can
 * send a browser here.
 */
async function end(visit: SessionVisit): Promise<void> {
  assertPage(visit)
  const { request, response } = visit
  const organization = organizationOf(visit)
  const token = begunSignInOf(request, siteOf(visit)) ?? ''
  const answer = new URL(request.originalUrl, 'http://path').search
  response.set('Referrer-Policy', 'no-referrer')
  try {
    const { signInWithProvider } = await visit.run(
      SIGN_IN_WITH_PROVIDER,
      { organization, token, answer },
      ANONYMOUS,
    )
    keep(visit, null)
    await endSession(visit)
    visit.leave(visit.returnPath(signInWithProvider.returnTo, '/'), signInWithProvider.session.token)
  } catch (error) {
    await showAgain(visit, organization, error)
  }
}

/** Sends the sign-in page with an expected problem. @throws the error, if it is another one */
async function showAgain(visit: SessionVisit, organization: string | null, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || error.code === 'INTERNAL' || error.code === 'NOT_FOUND') throw error
  const portal = await portalOf(visit, organization ?? undefined)
  const way = await wayInOf(visit, { return_to: homeOf(visit, organization) })
  const key = PROBLEMS[error.code]
  const problem = key ? visit.words.text(key) : sentenceOf(error, visit.words)
  if (error.retryAfter !== undefined) visit.response.set('Retry-After', String(error.retryAfter))
  visit.send(error.status, firstPage(visit, { ...way, portal, problem }))
}

const PROBLEMS: Partial<Record<AppError['code'], TextKey>> = {
  UNAUTHORIZED: 'provider.failed',
  UNAVAILABLE: 'provider.unreachable',
  UNPROCESSABLE: 'provider.unverified',
  CONFLICT: 'provider.other',
  FORBIDDEN: 'provider.refused',
}

/** @throws AppError FORBIDDEN unless the browser opens a page */
function assertPage({ request }: SessionVisit): void {
  const destination = request.headers['sec-fetch-dest']
  if (destination !== undefined && destination !== 'document') throw forbidden('This link opens as a page')
}

const siteOf = ({ tools }: SessionVisit) => new URL(tools.site.publicUrl)

/** Stores a sealed sign-in in the browser. Null removes it. */
const keep = (visit: SessionVisit, token: string | null) =>
  void visit.response.append('Set-Cookie', signInCookie(siteOf(visit), token))
