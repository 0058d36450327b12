import type { TadaDocumentNode } from 'gql.tada'
import type { Request, RequestHandler, Response } from 'express'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import { ANONYMOUS, type Caller } from '../../auth/caller.ts'
import { AppError } from '../../lib/errors.ts'
import { readBody } from '../../lib/http/request-body.ts'
import { sendError } from '../../lib/http/respond.ts'
import { assertSucceeded } from '../../lib/graphql-client/payload.ts'
import { documentText, type Matching } from '../../lib/graphql-client/graphql.ts'
import { portalHeaders } from '../response/page-headers.ts'
import { problemPage, problemOf, type Problem } from '../pages/problem.ts'
import { addressLanguage, wordsFor } from './reader-language.ts'
import type { PublicTools } from './public-tools.ts'
import type { Words } from './words.ts'

/** Interface through which the pages call the program. */
export type PortalTools = {
  browserSessions: BrowserSessions
  /** Slug of the only organization in which sessions of this host act. Null on the host of the public URL. */
  organization: string | null
  /** Returns the portal of a slug. Null if there is none. */
  findPortal: PublicTools['findPortal']
  /** Public URL of this server, without a trailing slash. Available once it listens. */
  publicUrl: () => string
  /** @throws AppError UNAUTHORIZED for a session that has ended */
  identify: (token: string) => Promise<Caller>
  /** Counts a request against the limit of its caller. @throws AppError RATE_LIMITED */
  charge: (request: Request, response: Response, caller: Caller) => Promise<void> | undefined
  execute: (
    document: string,
    variables: Record<string, unknown>,
    caller: Caller,
    request: { requestId: string; address: string; userAgent: string },
  ) => Promise<Record<string, unknown>>
  requestIdOf: (request: Request) => string
  addressOf: (request: Request) => string
  /** Timeout for receiving a body, in milliseconds. */
  bodyTimeout: number
  toAppError: (error: unknown, requestId: string) => AppError
}

/** Result of an operation that succeeded: a payload and what it contains are not null. */
type Done<Data> = {
  [Root in keyof Data]: NonNullable<Data[Root]> extends { errors: readonly unknown[] }
    ? { [Field in keyof NonNullable<Data[Root]>]: NonNullable<NonNullable<Data[Root]>[Field]> }
    : Data[Root]
}

/** A request for a page, and the person of its session. */
export type Visit = {
  request: Request
  response: Response
  tools: PortalTools
  /** Path of the public URL, empty for a root. Links of pages start with it. */
  base: string
  words: Words
  /** Language that the address names, which links keep. Null if the browser determines it. */
  lang: string | null
  /** Person of the session, in no organization. Anonymous without one. */
  caller: Caller
  /** Runs an operation, by default as the person. @throws AppError also for errors in the payload of a mutation */
  run: <Data, Variables>(
    document: TadaDocumentNode<Data, Variables> & Matching<Data>,
    variables: Variables,
    as?: Caller,
  ) => Promise<Done<Data>>
  /** Reads the form or JSON of a request. @throws AppError */
  read: () => Promise<Record<string, unknown>>
  /** Sends a page with its status. `headers` replace those of the portal. */
  send: (status: number, text: string, headers?: Record<string, string>) => void
  /** Leads the browser to another address with GET, and stores or removes (null) a session before. */
  leave: (address: string, token?: string | null) => void
}

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
