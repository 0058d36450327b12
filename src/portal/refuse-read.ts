import type { Request, Response } from 'express'
import { sendError } from '../lib/http/respond.ts'
import { problemOf, problemPage } from './pages/problem.ts'
import { PORTAL_HEADERS } from './portal-headers.ts'
import type { PublicTools } from './public-tools.ts'
import { wordsFor } from './reader-language.ts'

/** Sends an error of a read: a page to browsers, JSON to programs. */
export function refuseRead(tools: PublicTools, error: unknown, request: Request, response: Response): void {
  const refusal = tools.toAppError(error, tools.requestIdOf(request))
  response.set(PORTAL_HEADERS).set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
  if (request.accepts(['html', 'json']) === 'json') return sendError(response, refusal)
  const { retryAfter } = refusal
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter))
  const words = wordsFor(request)
  const problem = problemOf(refusal, words)
  response.set('Content-Language', words.code)
  response
    .status(problem.status)
    .type('html')
    .send(problemPage('', problem, words))
}
