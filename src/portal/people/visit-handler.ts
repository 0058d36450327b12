import type { Request, RequestHandler, Response } from 'express'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { readBody } from '../../lib/http/request-body.ts'
import { sendError } from '../../lib/http/respond.ts'
import { problemOf, problemPage, type Problem } from '../pages/problem.ts'
import { localeOfCode, type Locale } from '../visit/languages.ts'
import { addressLanguage, wordsFor } from '../visit/reader-language.ts'
import { returnPath } from '../../lib/http/return-path.ts'
import { runnerOf } from '../visit/run.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import type { Visit } from '../visit/visit.ts'
import type { Words } from '../visit/words.ts'
import { portalHeaders } from './page-headers.ts'

/** A request for a page that signs people in or asks them for consent. */
export type SessionVisit = Visit & {
  /** Path of the public URL, empty for a root. Links of pages start with it. */
  base: string
  /** Person of the session, in no organization. Anonymous without one. */
  caller: Caller
  /** Returns the language of the page. */
  locale: () => Locale
  /** Returns the path of this site to which a form leads after it: a value if it is one, else `fallback`. */
  returnPath: (value: unknown, fallback: string) => string
  /** Reads the form or JSON of a request. @throws AppError */
  read: () => Promise<Record<string, unknown>>
  /** Sends a page with its status. `headers` replace those of the portal. */
  send: (status: number, text: string, headers?: Record<string, string>) => void
  /**
   * Leads the browser to another address, and stores or removes (null) a session before. With 307 it sends the form
   * again there, otherwise it uses GET.
   */
  leave: (address: string, token?: string | null, status?: 303 | 307) => void
}

/** How a page sends errors: with which headers, status and words. Default: those of the portal. */
type Refusing = {
  headers?: Record<string, string>
  problemOf?: (error: AppError, words: Words) => Problem & { status: number }
  /** Whether pages of other sites and programs may send it, because it uses no session. */
  fromEverywhere?: boolean
  /** Units of the request against the limit of its caller. Default 1. */
  units?: number
}

/**
 * Creates the handler of a page. A request that changes something must come from our own pages. Errors become
 * pages, or JSON for a request without a form.
 */
export function visitHandler(
  tools: PortalTools,
  work: (visit: SessionVisit) => Promise<void>,
  refusing: Refusing = {},
): RequestHandler {
  return async (request, response) => {
    const visit = visitOf(tools, request, response)
    try {
      const isOpen = refusing.fromEverywhere === true || isRead(request)
      if (!isOpen && !tools.browserSessions.isOwnPage(request)) throw foreign(tools)
      visit.caller = await callerOf(tools, request)
      await tools.charge(request, response, visit.caller, refusing.units)
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

const foreign = ({ site }: PortalTools) =>
  new AppError('FORBIDDEN', `This request was not sent by a page of ${site.publicUrl}`)

function visitOf(tools: PortalTools, request: Request, response: Response): SessionVisit {
  const { origin, pathname } = new URL(tools.site.publicUrl)
  const visit: SessionVisit = {
    ...{ request, response, tools },
    base: pathname.replace(/\/$/, ''),
    words: wordsFor(request),
    lang: addressLanguage(request),
    caller: ANONYMOUS,
    run: runnerOf({ tools, request }, () => visit.caller),
    locale: () => localeOfCode(visit.words.code),
    returnPath,
    read: () => {
      const isAnonymous = visit.caller.credential === null
      return readBody(request, response, { withinMs: tools.bodyTimeout, isAnonymous, forms: true })
    },
    send: (status, text, headers = portalHeaders(origin)) =>
      void response
        .status(status)
        .set({ 'Content-Language': visit.words.code, ...headers })
        .type('html')
        .send(text),
    leave(address, token, status = 303) {
      if (token !== undefined) response.append('Set-Cookie', tools.browserSessions.cookie(request, token))
      response.status(status).set({ 'Cache-Control': 'no-store', Location: address }).end()
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
