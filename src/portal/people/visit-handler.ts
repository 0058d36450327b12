import type { Request, RequestHandler, Response } from 'express'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { documentText } from '../../lib/graphql-client/graphql.ts'
import { assertSucceeded } from '../../lib/graphql-client/payload.ts'
import { readBody } from '../../lib/http/request-body.ts'
import { sendError } from '../../lib/http/respond.ts'
import { problemOf, problemPage, type Problem } from '../pages/problem.ts'
import { addressLanguage, wordsFor } from '../visit/reader-language.ts'
import type { PortalTools, Visit } from '../visit/visit.ts'
import type { Words } from '../visit/words.ts'
import { portalHeaders } from './page-headers.ts'

/** How a page sends errors: with which headers, status and words. Default: those of the portal. */
type Refusing = {
  headers?: Record<string, string>
  problemOf?: (error: AppError, words: Words) => Problem & { status: number }
}

/**
 * Creates the handler of a page. A request that changes something must come from our own pages. Errors become
 * pages, or JSON for a request without a form.
 */
export function visitHandler(
  tools: PortalTools,
  work: (visit: Visit) => Promise<void>,
  refusing: Refusing = {},
): RequestHandler {
  return async (request, response) => {
    const visit = visitOf(tools, request, response)
    try {
      if (!isRead(request) && !tools.browserSessions.isOwnPage(request)) throw foreign(tools)
      visit.caller = await callerOf(tools, request)
      await tools.charge(request, response, visit.caller)
      await work(visit)
    } catch (error) {
      const refusal = tools.toAppError(error, tools.requestIdOf(request))
      if (!isRead(request) && !isForm(request)) return sendError(response, refusal)
      if (refusal.retryAfter !== undefined) response.set('Retry-After', String(refusal.retryAfter))
      const problem = (refusing.problemOf ?? problemOf)(refusal, visit.words)
      visit.send(problem.status, problemPage(visit.base, problem, visit.words), refusing.headers)
    }
  }
}

/** Returns a field of a form or of JSON. Empty if it is missing or no text. */
export const textOfField = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Whether the body of a request is a form. */
export const isForm = ({ headers }: Request): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type'] ?? '')

/** Whether a request reads its path. */
export const isRead = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const foreign = ({ publicUrl }: PortalTools) =>
  new AppError('FORBIDDEN', `This request was not sent by a page of ${publicUrl()}`)

function visitOf(tools: PortalTools, request: Request, response: Response): Visit {
  const from = {
    requestId: tools.requestIdOf(request),
    address: tools.addressOf(request),
    userAgent: request.headers['user-agent'] ?? '',
  }
  const words = wordsFor(request)
  const visit: Visit = {
    request,
    response,
    tools,
    base: new URL(tools.publicUrl()).pathname.replace(/\/$/, ''),
    words,
    lang: addressLanguage(request),
    caller: ANONYMOUS,
    run: async (document, variables, as = visit.caller) => {
      const data = await tools.execute(documentText(document), variables as Record<string, unknown>, as, from)
      assertSucceeded(data, undefined)
      return data as never
    },
    read: () => {
      const isAnonymous = visit.caller.credential === null
      return readBody(request, response, { withinMs: tools.bodyTimeout, isAnonymous, forms: true })
    },
    send: (status, text, headers = portalHeaders(new URL(tools.publicUrl()).origin)) =>
      void response
        .status(status)
        .set({ 'Content-Language': visit.words.code, ...headers })
        .type('html')
        .send(text),
    leave(address, token) {
      if (token !== undefined) response.append('Set-Cookie', tools.browserSessions.cookie(request, token))
      response.status(303).set({ 'Cache-Control': 'no-store', Location: address }).end()
    },
  }
  return visit
}

/** Returns the person of the session, or anonymous without a valid one. */
async function callerOf(tools: PortalTools, request: Request): Promise<Caller> {
  const token = tools.browserSessions.ofPage(request)
  if (token === null) return ANONYMOUS
  try {
    return await tools.identify(token)
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHORIZED') return ANONYMOUS
    throw error
  }
}
