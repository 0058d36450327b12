import express, { type Router } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { closedResetPage, forgotPage, forgotSentPage, resetPage } from '../pages/forgot.ts'
import { sentenceOf } from '../pages/problem.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import { endSession } from './end-session.ts'
import { PASSWORD_RESET, REQUEST_PASSWORD_RESET, RESET_PASSWORD } from './password-documents.ts'
import { portalOfSignIn } from './sign-in-portal.ts'
import { textOfField, visitHandler, type SessionVisit } from './visit-handler.ts'

/** Serves `/forgot`, which mails a link. The answer is the same for every address. */
export function forgotRoutes(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  router
    .route('/forgot')
    .get(
      visitHandler(tools, async (visit) =>
        visit.send(200, forgotPage(visit, await wayOf(visit, visit.request.query.return_to))),
      ),
    )
    .post(visitHandler(tools, request))
  return rejectOtherMethods(router)
}

/**
 * Serves the mailed links, on the host of the public URL alone: a password counts for all organizations. A GET changes
 * nothing, because programs that scan mails follow links.
 */
export function resetRoutes(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  router
    .route('/reset/:token')
    .get(visitHandler(tools, (visit) => show(visit, 200)))
    .post(visitHandler(tools, reset))
  return rejectOtherMethods(router)
}

async function request(visit: SessionVisit): Promise<void> {
  const { run, read } = visit
  const { return_to, ...sent } = await read()
  const email = textOfField(sent.email)
  const way = await wayOf(visit, return_to)
  const { words } = visit
  try {
    await run(REQUEST_PASSWORD_RESET, { email, locale: visit.locale() }, ANONYMOUS)
    visit.send(200, forgotSentPage(visit, way))
  } catch (error) {
    const problem = problemOf(visit, error)
    const sendsNoMail = problem.code === 'UNAVAILABLE' && problem.retryAfter === undefined
    const sentence = sendsNoMail ? words.text('forgot.no-mail') : sentenceOf(problem, words)
    visit.send(problem.status, forgotPage(visit, { ...way, email, problem: sentence }))
  }
}

/** Returns the path to which the person came to sign in, and its portal, whose language the page has. */
async function wayOf(visit: SessionVisit, value: unknown) {
  const returnTo = visit.returnPath(value, `${visit.base}/`)
  return { returnTo, portal: await portalOfSignIn(visit, returnTo) }
}

const tokenOf = ({ request }: SessionVisit) => String(request.params.token)

async function show(visit: SessionVisit, status: number, problem: string | null = null): Promise<void> {
  const { base, words, run } = visit
  const { passwordReset } = await run(PASSWORD_RESET, { token: tokenOf(visit) }, ANONYMOUS)
  if (!passwordReset) return visit.send(404, closedResetPage(visit))
  const path = `/reset/${encodeURIComponent(tokenOf(visit))}`
  visit.send(status, resetPage({ ...passwordReset, base, words, path, problem }))
}

async function reset(visit: SessionVisit): Promise<void> {
  const { base, words, run, read } = visit
  const newPassword = textOfField((await read()).password)
  try {
    const given = { token: tokenOf(visit), newPassword, locale: visit.locale() }
    const { resetPassword } = await run(RESET_PASSWORD, given, ANONYMOUS)
    await endSession(visit)
    visit.leave(`${base}/`, resetPassword.session.token)
  } catch (error) {
    const problem = problemOf(visit, error)
    if (problem.code === 'NOT_FOUND') return visit.send(404, closedResetPage(visit))
    await show(visit, problem.status, sentenceOf(problem, words))
  }
}

/** Returns an expected problem, which the page shows. @throws the error, if it is another one */
function problemOf({ response }: SessionVisit, error: unknown): AppError {
  if (!(error instanceof AppError)) throw error
  if (error.retryAfter !== undefined) response.set('Retry-After', String(error.retryAfter))
  return error
}
