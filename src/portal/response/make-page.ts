import type { Request } from 'express'
import type { Caller } from '../../auth/caller.ts'
import { AppError, notFound } from '../../lib/errors.ts'
import { strictQuery } from '../../lib/http/strict-query.ts'
import { ORGANIZATION } from '../visit/organization.ts'
import { pageAddress } from './page-address.ts'
import { missingPage } from '../pages/missing.ts'
import { viewerOf } from '../visit/viewer.ts'
import type { MadePage } from '../visit/page-cache.ts'
import {
  UnreadableParameter,
  type Draft,
  type PortalAnswer,
  type PortalHandler,
  type PortalVisit,
} from '../visit/portal-visit.ts'
import { documentLanguage, readerLanguage } from '../visit/reader-language.ts'
import { runnerOf } from '../visit/run.ts'
import type { PortalRequest, Run, Visit } from '../visit/visit.ts'

/** A page to make: its handler, whether it is for programs, and the form that was not accepted. */
type Page = {
  handler: PortalHandler
  isDocument?: boolean
  /** Default the address of the request. */
  path?: string
  draft?: Draft
  /** Shares answers among visitors. */
  share?: (run: Run) => Run
}

const HTML = 'text/html; charset=utf-8'

/** The part of a request on which its page depends. */
type Asked = Pick<PortalRequest, 'request' | 'response' | 'tools' | 'base'>

/** Makes the page of a request as a caller. A page that does not exist is one with status 404. */
export async function makePage(
  { request, response, tools, base }: Asked,
  { handler, isDocument = false, path, draft, share = (run) => run }: Page,
  caller: Caller,
): Promise<MadePage> {
  const run = runnerOf({ request, tools }, () => caller)
  const runShared = share(run)
  const [{ organization }, viewer] = await Promise.all([runShared(ORGANIZATION, {}), viewerOf(run, caller)])
  if (!organization) throw notFound('Organization')
  const visit: PortalVisit = {
    ...{ request, response, tools },
    ...(isDocument ? documentLanguage(organization) : readerLanguage(request, organization, viewer?.locale)),
    organization,
    base,
    viewer,
    console: viewer?.role ? consoleAt(tools, base, organization.slug) : null,
    path: path ?? pageAddress(request),
    draft: draft ?? null,
    params: paramsOf(request),
    query: queryOf(request),
    run,
    runShared,
  }
  const answer = await answerOf(handler, visit)
  const language = visit.words.code
  if (answer) return toPage(answer, language)
  return isDocument
    ? { status: 404, type: 'text/plain; charset=utf-8', body: Buffer.from('Not found\n'), language }
    : { status: 404, type: HTML, body: Buffer.from(missingPage(visit)), language }
}

/** Returns the address of the console, which own hosts of portals do not have. */
const consoleAt = ({ site }: Visit['tools'], base: string, slug: string) =>
  `${base === '' ? site.publicUrl : ''}/console/${slug}`

/** Returns the answer of a handler. Null also for parameters that no page makes. */
async function answerOf(handler: PortalHandler, visit: PortalVisit): Promise<PortalAnswer | null> {
  try {
    return await handler(visit)
  } catch (error) {
    const isMissing = error instanceof AppError && !(error instanceof UnreadableParameter)
    if (isMissing && EXPECTED.has(error.code)) return null
    throw error
  }
}

const EXPECTED = new Set(['INVALID_PARAM', 'NOT_FOUND'])

function toPage(answer: PortalAnswer, language: string): MadePage {
  if ('redirect' in answer)
    return {
      status: answer.status ?? 308,
      type: HTML,
      body: Buffer.alloc(0),
      language,
      location: answer.redirect,
    }
  return { status: 200, type: answer.type ?? HTML, body: Buffer.from(answer.body), language }
}

const paramsOf = ({ params }: Request) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

function queryOf(request: Request): Record<string, string | undefined> {
  const last = (value: unknown): unknown => (Array.isArray(value) ? (value.at(-1) as unknown) : value)
  return Object.fromEntries(
    Object.entries(strictQuery(request)).flatMap(([name, value]) => {
      const found = last(value)
      return typeof found === 'string' ? [[name, found]] : []
    }),
  )
}
