import express, { type RequestHandler, type Router } from 'express'
import { subjectError, forbidden, type AppError } from '../../lib/errors.ts'
import { toOAuthErrorResponse } from '../../lib/http/oauth-error-body.ts'
import { strictQuery } from '../../lib/http/strict-query.ts'
import { redirectTo } from '../../modules/oauth/authorization/redirect-to.ts'
import { nodeId } from '../../lib/graphql-client/node-id.ts'
import {
  answerOf,
  requestFields,
  toRequest,
  type ConsentForm,
  type ReadAuthorizationRequest,
} from './consent-form.ts'
import { CONSENT_APP, CONSENT_REQUEST, GRANT_CONSENT } from './consent-documents.ts'
import { consentHeaders } from './page-headers.ts'
import { consentPage, type ConsentView } from '../pages/consent.ts'
import { problemOf, type Problem } from '../pages/problem.ts'
import { signInPage } from '../pages/sign-in.ts'
import { findBrand } from './sign-in-portal.ts'
import { signedIn } from './signed-in.ts'
import { isForm, visitHandler, type SessionVisit } from './visit-handler.ts'
import type { PortalTools } from '../visit/portal-tools.ts'
import type { TextKey, Words } from '../visit/words.ts'

/**
 * Serves `/oauth/authorize` to browsers, without JavaScript: `GET` is the consent page, and `POST` of its form
 * is the answer. Requests for JSON or with a credential in their headers, and writes that are no form, belong to
 * the route of the contract.
 */
export function consentRoutes(tools: PortalTools, readRequest: ReadAuthorizationRequest): Router {
  const router = express.Router({ caseSensitive: true })
  const refusing = { headers: consentHeaders(null), problemOf: consentProblem }
  const show = visitHandler(tools, (visit) => ask(visit, readRequest), refusing)
  const answer = visitHandler(tools, receive, refusing)
  const asPage: RequestHandler = (request, response, next) =>
    request.headers.authorization === undefined && request.accepts(['json', 'html']) === 'html'
      ? void show(request, response, next)
      : next()
  const asForm: RequestHandler = (request, response, next) =>
    request.method === 'POST' && isForm(request) ? void answer(request, response, next) : next()
  // Without a handler of all methods the router would answer OPTIONS itself, before the route of the contract.
  router.route('/oauth/authorize').all(asForm).get(asPage)
  return router
}

/** Returns an error in words, with the error value of the protocol for the developer of the app. */
function consentProblem(error: AppError, words: Words): Problem & { status: number } {
  const { status, body } = toOAuthErrorResponse(error)
  const { error: code, error_description: description } = body as { error: string; error_description: string }
  if (status >= 500 || error.retryAfter !== undefined) return { ...problemOf(error, words), status }
  const key = WORDS[code]
  const message = key ? words.text(key) : description
  return { status, title: words.text('consent.refused'), message, code: `${code}: ${description}` }
}

const WORDS: Record<string, TextKey> = {
  invalid_client: 'consent.invalid_client',
  invalid_redirect_uri: 'consent.invalid_redirect_uri',
  invalid_scope: 'consent.invalid_scope',
}

/** Sends the consent page, or the sign-in page that leads back here. */
async function ask(visit: SessionVisit, readRequest: ReadAuthorizationRequest): Promise<void> {
  const { base, words, request, run, tools } = visit
  if (tools.browserSessions.isFramed(request))
    throw forbidden('This page cannot be shown inside another page')
  const { originalUrl } = request
  const query = strictQuery(request)
  assertNotRepeated(query)
  const asked = readRequest(query)
  const person = await signedIn(visit)
  if (!person) {
    const { consentApp: app } = await run(CONSENT_APP, { request: asked } as never)
    return visit.send(200, signInPage(visit, { returnTo: base + originalUrl, app }), consentHeaders(null))
  }
  const { consentRequest } = await run(CONSENT_REQUEST, { request: asked } as never)
  const view = consentRequest as unknown as ConsentView & { state: string | null }
  const fields = requestFields(view, asked, visit.caller.sessionId)
  const path = originalUrl
  const brand = await brandOf(visit, view)
  const text = consentPage(view, { base, words, path, name: person.email, fields, eventName, brand })
  visit.send(200, text, consentHeaders(view.redirectUri))
}

/**
 * Returns the look of the only organization that the person can choose. Its picture is shown if it is an upload,
 * because the page loads nothing from other hosts.
 */
async function brandOf(visit: SessionVisit, { organizations }: ConsentView) {
  const [only, another] = organizations
  if (!only || another) return null
  const found = await findBrand(visit, only.organization.slug)
  if (!found) return null
  const { avatarUrl } = found.brand
  const isUpload = avatarUrl?.startsWith(`${visit.tools.site.publicUrl}/uploads/`) === true
  return { ...found.brand, avatarUrl: isUpload ? avatarUrl : null, path: null }
}

const eventName = (event: string) => event.toLowerCase()

/**
 * Receives the answer of the form. Without the session for which the form was shown, and without a ticked scope, asks
 * again.
 */
async function receive(visit: SessionVisit): Promise<void> {
  const { base, caller, run, tools } = visit
  const form = answerOf(await visit.read())
  const isUnanswered = form.answer === 'allow' && form.scopes?.length === 0
  if (isUnanswered || caller.sessionId === null || form.session !== String(caller.sessionId))
    return visit.leave(`${base}/oauth/authorize?${againQuery(form)}`)
  if (form.answer === 'allow') {
    const input = {
      ...toRequest(form),
      ...(form.scopes && { scope: form.scopes.join(' ') }),
      targetOrganizationId: nodeId('org', Number(form.organization)),
      webhookEvents: form.events,
    }
    const { grantConsent } = await run(GRANT_CONSENT, { input } as never)
    return visit.leave(grantConsent.redirectTo)
  }
  // The redirect URI is validated before anything leads to it.
  const { consentRequest } = await run(CONSENT_REQUEST, { request: toRequest(form) } as never)
  const { redirectUri, state } = consentRequest as unknown as { redirectUri: string; state: string | null }
  visit.leave(redirectTo(redirectUri, { error: 'access_denied', state, iss: tools.site.publicUrl }))
}

/** Returns the query of the request that a form answers. */
function againQuery({ request }: ConsentForm): string {
  const { actor, ...others } = request
  const given = Object.entries({ ...others, actor: actor?.toLowerCase() }).filter(([, value]) => value)
  return new URLSearchParams(given as [string, string][]).toString()
}

/** Rejects repeated parameters (RFC 6749 section 3.1). */
function assertNotRepeated(query: Record<string, unknown>): void {
  const repeated = Object.keys(query).find((name) => Array.isArray(query[name]))
  if (repeated !== undefined)
    throw subjectError('INVALID_PARAM', { field: repeated, predicate: 'is given more than once' })
}
