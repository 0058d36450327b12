import type { Request, Response } from 'express'
import type { AppError } from '../../lib/errors.ts'
import { sendError } from '../../lib/http/respond.ts'
import { problemOf, problemPage } from '../pages/problem.ts'
import { PORTAL_HEADERS } from './portal-headers.ts'
import { wordsFor } from '../visit/reader-language.ts'
import type { Visit } from '../visit/visit.ts'

/** Sends an error of a read: a page to browsers, JSON to programs. */
export function refuseRead(
  { tools, request, response }: Pick<Visit, 'tools' | 'request' | 'response'>,
  error: unknown,
): void {
  const refusal = tools.toAppError(error, tools.requestIdOf(request))
  if (request.accepts(['html', 'json']) === 'html') return sendProblem(refusal, request, response)
  response.set(PORTAL_HEADERS).set(UNLISTED)
  sendError(response, refusal)
}

const UNLISTED = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' }

/** Sends the page of an error in the language of its reader. `base` is the path of the public URL. */
export function sendProblem(refusal: AppError, request: Request, response: Response, base = ''): void {
  response.set(PORTAL_HEADERS).set(UNLISTED)
  const { retryAfter } = refusal
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
  const words = wordsFor(request)
  const problem = problemOf(refusal, words)
  response.set('Content-Language', words.code)
  response
    .status(problem.status)
    .type('html')
    .send(problemPage(base, problem, words))
}
