import express, { type Router } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { sentenceOf } from '../pages/problem.ts'
import type { SignInPortal } from '../pages/sign-in.ts'
import { closedLinkPage, codePage, emailPage, linkPage } from '../pages/sign-in-code.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import { REQUEST_CODE, SIGN_IN_WITH_CODE, SIGN_IN_WITH_LINK } from './code-documents.ts'
import { endSession } from './end-session.ts'
import { portalOfSignIn } from './sign-in-portal.ts'
import { textOfField, visitHandler, type SessionVisit } from './visit-handler.ts'
import { leaveSignedIn, wayInOf, type WayIn } from './way-in.ts'

/**
 * Serves the sign-in with a mailed code or link, without JavaScript. `POST /session/code` mails them and asks for the
 * code, and `POST /session/code/check` signs in. A GET of the link changes nothing, because programs that scan mails
 * follow links and run scripts: its button signs in.
 */
export function codeRoutes(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  router.post('/session/code', visitHandler(tools, ask))
  router.post('/session/code/check', visitHandler(tools, check))
  router
    .route(tools.organization === null ? '/@:organization/sign-in/:token' : '/sign-in/:token')
    .get(visitHandler(tools, show))
    .post(visitHandler(tools, follow))
  return rejectOtherMethods(router)
}

type ToPortal = WayIn & { portal: SignInPortal }

/** Returns the state of a page that signs in to a portal. @throws AppError NOT_FOUND for other paths */
async function toPortal(visit: SessionVisit, sent: Record<string, unknown>): Promise<ToPortal> {
  const way = await wayInOf(visit, sent)
  if (!way.portal) throw notFound('Portal')
  return { ...way, portal: way.portal }
}

/** Mails a code, and sends the page that asks for it. */
async function ask(visit: SessionVisit): Promise<void> {
  const way = await toPortal(visit, await visit.read())
  const { email, returnTo, portal } = way
  const organization = portal.slug
  const locale = visit.locale()
  try {
    const { requestSignInCode } = await visit.run(
      REQUEST_CODE,
      { organization, email, returnTo, locale },
      ANONYMOUS,
    )
    visit.send(200, codePage(visit, { ...way, token: requestSignInCode.token }))
  } catch (error) {
    const problem = expected(visit, error)
    visit.send(problem.status, emailPage(visit, { ...way, problem: sentenceOf(problem, visit.words) }))
  }
}

/** Signs in with a code. A former session of the browser ends. A link of the mail may have signed it in already. */
async function check(visit: SessionVisit): Promise<void> {
  const sent = await visit.read()
  const way = await toPortal(visit, sent)
  const [token, code] = [textOfField(sent.token), textOfField(sent.code)]
  try {
    const variables = { organization: way.portal.slug, token, code }
    const { signInWithCode } = await visit.run(SIGN_IN_WITH_CODE, variables, ANONYMOUS)
    await endSession(visit)
    leaveSignedIn(visit, way, signInWithCode.session.token)
  } catch (error) {
    const problem = expected(visit, error)
    if (await isMember(visit, way.portal)) return leaveSignedIn(visit, way)
    const sentence =
      problem.code === 'UNAUTHORIZED' ? visit.words.text('code.wrong') : sentenceOf(problem, visit.words)
    visit.send(problem.status, codePage(visit, { ...way, token, problem: sentence }))
  }
}

/** Returns the portal of a link. @throws AppError NOT_FOUND */
async function portalOfLink(visit: SessionVisit): Promise<SignInPortal> {
  const portal = await portalOfSignIn(visit, `/@${String(visit.request.params.organization)}`)
  if (!portal) throw notFound('Portal')
  return portal
}

async function show(visit: SessionVisit): Promise<void> {
  const portal = await portalOfLink(visit)
  visit.send(200, linkPage(visit, { portal, path: visit.base + visit.request.originalUrl }))
}

async function follow(visit: SessionVisit): Promise<void> {
  const portal = await portalOfLink(visit)
  const variables = { organization: portal.slug, token: String(visit.request.params.token) }
  try {
    const { signInWithLink } = await visit.run(SIGN_IN_WITH_LINK, variables, ANONYMOUS)
    await endSession(visit)
    visit.response.set('Referrer-Policy', 'no-referrer')
    visit.leave(visit.returnPath(signInWithLink.returnTo, portal.path), signInWithLink.session.token)
  } catch (error) {
    const problem = expected(visit, error)
    if (await isMember(visit, portal)) return visit.leave(portal.path)
    visit.send(problem.status, closedLinkPage(visit, portal))
  }
}

/** Whether the browser is signed in as a person of the organization. */
async function isMember({ tools, request }: SessionVisit, { slug }: SignInPortal): Promise<boolean> {
  const token = tools.browserSessions.ofPage(request)
  if (token === null) return false
  try {
    return (await tools.identify(token, slug)).actorId !== null
  } catch (error) {
    if (error instanceof AppError && ['UNAUTHORIZED', 'FORBIDDEN'].includes(error.code)) return false
    throw error
  }
}

/** Returns a problem that the page shows. @throws the error, if it is another one */
function expected({ response }: SessionVisit, error: unknown): AppError {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter))
  return error
}
