import type { Request } from 'express'
import type { AppError } from '../../lib/errors.ts'
import { sendError, sendJson } from '../../lib/http/respond.ts'
import { makePage } from '../response/make-page.ts'
import { problemOf, problemPage, sentenceOf } from '../pages/problem.ts'
import { PORTAL_HEADERS } from '../response/portal-headers.ts'
import type { PortalHandler } from '../visit/portal-visit.ts'
import { wordsFor } from '../visit/reader-language.ts'
import { sendOwn } from '../response/serve-page.ts'
import type { Purpose } from '../visit/sign-in-path.ts'
import type { PortalRequest } from '../visit/visit.ts'
import { askToSignIn } from './ask-to-sign-in.ts'
import { participantOf, type Participant } from './participant.ts'

/**
 * Result of a write: the path to which a form leads with the body for a script, or the page that answers a form at
 * once.
 */
export type Outcome = { leave: string; body?: object } | { page: PortalHandler; path: string }

/**
 * A write: its work, and the path of the page to which a sign-in leads back. `form` makes that page if it shows again
 * what was not accepted.
 */
export type Write = {
  /** Purpose of the sign-in that it may need. */
  purpose: Purpose | null
  work: (participant: Participant) => Promise<Outcome>
  path: (participant: Participant) => string
  form?: PortalHandler
}

/** Serves a write of a portal's page: to a form with a redirect (303) or a page, to a script with JSON. */
export async function serveWrite(asked: PortalRequest, write: Write): Promise<void> {
  const { tools, request, response } = asked
  response.set('Cache-Control', 'no-store')
  const attempt: { participant?: Participant } = {}
  try {
    const participant = await participantOf(asked)
    attempt.participant = participant
    await send(participant, await write.work(participant))
  } catch (error) {
    const refusal = tools.toAppError(error, tools.requestIdOf(request))
    await refuse(asked, { refusal, write, ...attempt })
  }
}

async function send(participant: Participant, outcome: Outcome): Promise<void> {
  const { request, response, caller, fields } = participant
  if ('leave' in outcome) {
    if (isScript(request)) return sendJson(response, 200, JSON.stringify(outcome.body ?? {}))
    return void response.status(303).set('Location', outcome.leave).end()
  }
  const { page: handler, path } = outcome
  const draft = { problem: null, fields }
  sendOwn(response, await makePage(participant, { handler, path, draft }, caller))
}

type Refused = { refusal: AppError; write: Write; participant?: Participant }

/** Sends an error: to a signed-out person the way to sign in, to a form its page again with the reason. */
async function refuse({ request, response }: PortalRequest, refused: Refused): Promise<void> {
  const { refusal, write, participant } = refused
  const { status, code, retryAfter } = refusal
  if (isScript(request)) return sendError(response, refusal)
  if (participant && code === 'UNAUTHORIZED') return askToSignIn(participant, write, status)
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
  const words = wordsFor(request)
  if (participant && write.form && status < 500) {
    const { caller, fields } = participant
    const draft = { problem: sentenceOf(refusal, words), blank: blankFieldOf(refusal), fields }
    const wanted = { handler: write.form, path: write.path(participant), draft }
    const page = await makePage(participant, wanted, caller)
    return sendOwn(response, page.status === 200 ? { ...page, status } : page)
  }
  const problem = problemOf(refusal, words)
  response.set(PORTAL_HEADERS).set('Cache-Control', 'no-store')
  response
    .status(problem.status)
    .type('html')
    .send(problemPage('', problem, words))
}

/** Returns the required field that is blank. Null if the error is another one. */
const blankFieldOf = ({ code, fields = {} }: AppError) =>
  code === 'MISSING_PARAM' ? (Object.keys(fields)[0] ?? null) : null

const isScript = (request: Request) => request.accepts(['html', 'json']) === 'json'
