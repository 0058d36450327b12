import type { Request, Response } from 'express'
import { ANONYMOUS } from '../../auth/caller.ts'
import { notFound } from '../../lib/errors.ts'
import { matchesNone } from '../../lib/http/entity-tag.ts'
import { routeOf } from '../../lib/http/request-log.ts'
import { acceptsBrotli, compressPage } from '../../lib/http/compressed.ts'
import { makePage } from './make-page.ts'
import { NAME_ONLY } from '../visit/organization.ts'
import { closedPage } from '../pages/closed.ts'
import { pageAddress } from './page-address.ts'
import type { CachedPage, MadePage } from '../visit/page-cache.ts'
import { PORTAL_HEADERS } from './portal-headers.ts'
import type { PortalHandler } from '../visit/portal-visit.ts'
import { preferredLanguage, readerLanguage } from '../visit/reader-language.ts'
import { runnerOf } from '../visit/run.ts'
import { signInAt } from '../visit/sign-in-path.ts'
import { readerOf, visitorOf } from '../visit/visitor.ts'
import type { PortalRequest } from '../visit/visit.ts'

/** A page or document of a portal: its handler, and to whom it is sent. */
export type ServedPage = {
  handler: PortalHandler
  /** Whether it is for programs, such as a feed. */
  isDocument?: boolean
  /** Whether everyone reads it as a visitor, without a cookie, also inside pages of other sites. */
  isWidget?: boolean
  /** Whether visitors who may post without signing in send a form of the page, which has a secret of its own. */
  isForm?: boolean
  /** Units of the rate limit. Default 1. A page of more is not sent again without routing. */
  units?: number
  headers?: Readonly<Record<string, string>>
}

/**
 * Sends the page or document of a portal: to people of the organization and to visitors who have written as they see
 * it, and to other visitors from the cache while its organization is unchanged.
 */
export async function servePage(asked: PortalRequest, served: ServedPage): Promise<void> {
  const { tools, request, response, portal, base, revision } = asked
  const { isDocument = false, isWidget = false, units = 1, headers = PORTAL_HEADERS } = served
  const path = pageAddress(request)
  const reader = isDocument || isWidget ? null : ((await readerOf(asked)) ?? authorOf(asked, served))
  await tools.charge(request, response, reader ?? ANONYMOUS, units)
  if (reader) return sendOwn(response, await makePage(asked, served, reader))
  if (portal.visibility !== 'public') return serveClosed(asked, served)
  const language = isDocument ? null : preferredLanguage(request)
  const key = JSON.stringify([portal.slug, portal.portalUrl, base, path, language])
  const page = await tools.portals.cache.fetch({ organizationId: portal.id, revision }, key, (share) =>
    makePage(asked, { ...served, share }, visitorOf(portal)),
  )
  response.set(headers).set('Content-Type', page.type)
  if (!isDocument) response.vary('Accept-Language').set('Content-Language', page.language)
  if (!isDocument && !isWidget) response.vary('Cookie')
  if (page.location !== undefined) response.set('Location', page.location)
  else if (page.status !== 200) response.set('X-Robots-Tag', 'noindex')
  await sendShared(page, request, response, () => {
    const isSentAgain = base !== '' && units === 1 && path === request.originalUrl && page.status === 200
    const sent = { organizationId: portal.id, key, cachedTag: page.tag, route: routeOf(request) }
    if (isSentAgain) tools.portals.cache.addSent(sent, path, response)
  })
}

/** Responses that are large, without the small ones that scripts ask for often. */
const MARKUP = /^(text\/html|application\/(\w+\+)?xml)\b/

/**
 * Sends the page of a visitor, which contains no secret that its compressed size could reveal (BREACH). Each encoding
 * has its own strong tag (RFC 9110 section 8.8.3.3). `onReady` is called when all headers of a body are set.
 */
async function sendShared(
  page: CachedPage,
  request: Request,
  response: Response,
  onReady: () => void,
): Promise<void> {
  const isMarkup = MARKUP.test(page.type)
  if (isMarkup) response.vary('Accept-Encoding')
  const isBrotli = isMarkup && page.body.length > 0 && acceptsBrotli(request)
  const tag = isBrotli ? page.tag.replace(/"$/, '-br"') : page.tag
  response.set('ETag', tag)
  const isUnchanged = page.status === 200 && matchesNone(request.headers['if-none-match'], tag)
  if (isUnchanged) return void response.status(304).end()
  const body = isBrotli ? await (page.brotli ??= compressPage(page.body)) : page.body
  if (isBrotli) response.set('Content-Encoding', 'br')
  onReady()
  response.status(page.status).end(body)
}

/** Returns the visitor for whom a page with a form is made. Null for all other pages. */
const authorOf = ({ portal }: PortalRequest, { isForm = false }: ServedPage) =>
  isForm && portal.visibility === 'public' && portal.anonymousPosts ? visitorOf(portal) : null

/** Sends a page that was made for its reader. No cache stores it. */
export function sendOwn(response: Response, { status, type, body, language, location }: MadePage): void {
  response.set(PORTAL_HEADERS).set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
  response.set('Content-Language', language)
  if (location !== undefined) response.set('Location', location)
  response.status(status).type(type).end(body)
}

/** Sends what a closed portal shows of itself: the name of the organization, and for programs nothing. */
async function serveClosed(asked: PortalRequest, { isDocument, isWidget }: ServedPage): Promise<void> {
  const { request, response, portal, base } = asked
  response.set(PORTAL_HEADERS).set({ 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' })
  if (isDocument || isWidget) return void response.status(404).type('text/plain').send('Not found\n')
  const { organization } = await runnerOf(asked, () => visitorOf(portal))(NAME_ONLY, {})
  if (!organization) throw notFound('Organization')
  const { words, lang } = readerLanguage(request, organization)
  const signIn = signInAt(pageAddress(request), lang)
  response
    .set('Content-Language', words.code)
    .type('html')
    .send(closedPage({ organization, base, words, signIn }))
}
