import express, { type Request, type RequestHandler, type Router } from 'express'
import { ANONYMOUS } from '../auth/caller.ts'
import { portalBase, type Portal } from '../auth/portal-base.ts'
import { notFound } from '../lib/errors.ts'
import { rejectOtherMethods } from '../lib/http/reject-methods.ts'
import { queryText } from '../lib/http/strict-query.ts'
import { stringProblem } from '../lib/text/valid-text.ts'
import { hasRoot, type FindByHost } from './addresses.ts'
import { sendCompressed } from '../lib/http/compressed.ts'
import { robotsText } from './feeds/robots.ts'
import { doorPage, NO_ORGANIZATION, PUBLIC_ORGANIZATIONS } from './pages/door.ts'
import { IMMUTABLE } from './assets/immutable.ts'
import { PORTAL_HEADERS } from './response/portal-headers.ts'
import { publicRoutes } from './public-routes.ts'
import type { PortalTools } from './visit/portal-tools.ts'
import { refuseRead } from './response/refuse-read.ts'
import { wordsFor } from './visit/reader-language.ts'
import { runnerOf } from './visit/run.ts'
import type { Visit } from './visit/visit.ts'
import { serveLoader } from './assets/serve-script.ts'
import { forgotRoutes } from './people/password-routes.ts'
import { codeRoutes } from './people/code-routes.ts'
import { providerRoutes } from './people/provider-routes.ts'
import { sessionRoutes } from './people/session-routes.ts'
import { ssoRoutes } from './people/sso-routes.ts'
import { compressedTheme } from './assets/theme.ts'
import { isRead } from './people/visit-handler.ts'
import { sessionsOf } from './visit/visitor.ts'

/** Paths of an own host that the routes for all hosts serve. */
const SHARED = /^\/(uploads\/|(page|brand)\.css(\?|$))/
/** Paths at which an own host starts and ends sessions, and mails links that set a password. */
const SESSIONS = /^\/(sign-in(\/with)?(\/[^/?]+)?|forgot|sso|session(\/end|\/code(\/check)?)?)\/?(\?|$)/

/**
 * Serves portals on the organizations' own hosts. Such a host serves its portal, the sign-in of its people, their
 * pictures, and no API.
 */
export function ownHosts(tools: PortalTools, findByHost: FindByHost): RequestHandler {
  const routes = publicRoutes(tools, async (request) => {
    const found = await findByHost(request)
    return found && atPresent(tools, found)
  })
  return async (request, response, next) => {
    const portal = await findByHost(request)
    if (!portal || SHARED.test(request.url)) return next()
    const end = (error?: unknown) => next(error ?? notFound('Page'))
    if (request.url.startsWith('/widget.js')) return serveLoader(request, response)
    if (SESSIONS.test(request.url)) ownSessionRoutes(tools, portal)(request, response, end)
    else routes(request, response, end)
  }
}

/**
 * Returns a portal with its present settings, so that one that closes is closed in the next request. Null after it has
 * left its own host.
 */
async function atPresent({ portals: { findBySlug } }: PortalTools, { slug, portalUrl }: Portal) {
  const found = await findBySlug(slug)
  return found?.portal.portalUrl === portalUrl ? { ...found, base: '' } : null
}

/** Returns the sign-in pages of an own host. Their sessions act in its organization only. */
function ownSessionRoutes(tools: PortalTools, portal: Portal): Router {
  const own = {
    ...tools,
    browserSessions: sessionsOf({ tools, portal, base: '' }),
    organization: portal.slug,
    // The client of the installation leads back to the public URL alone.
    ownProvider: () => null,
    site: portal.portalUrl === null ? tools.site : { publicUrl: portal.portalUrl },
  }
  return express
    .Router({ caseSensitive: true })
    .use(sessionRoutes(own, null), providerRoutes(own), codeRoutes(own), forgotRoutes(own), ssoRoutes(own))
}

/**
 * Serves the portals at `/@<slug>`, the page at `/`, and redirects from former addresses. With a path in the public URL
 * there are no portals.
 */
export function portals(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  router.use((_request, _response, next) => next(hasRoot(tools.site.publicUrl) ? undefined : 'router'))
  // Mail programs encode the sign.
  router.use((request, response, next) => {
    if (request.url.startsWith('/%40')) response.redirect(308, `/@${request.url.slice('/%40'.length)}`)
    else next()
  })
  router.use('/@:organization', publicRoutes(tools, bySlug(tools)))
  router.get('/widget.js', serveLoader)
  router.get('/', frontPage(tools))
  router.get('/robots.txt', publicRobots(tools))
  router.get('/theme.css', async (request, response) =>
    sendCompressed(await compressedTheme(NO_ORGANIZATION), request, response.set(IMMUTABLE).type('text/css')),
  )
  // Former addresses name no methods: they exist while there is one organization.
  return rejectOtherMethods(router).all(['/p/:slug', '/changelog/:slug', '/u/:slug'], formerAddress(tools))
}

const bySlug =
  ({ portals: { findBySlug } }: PortalTools) =>
  async ({ params }: Request) => {
    const slug = String(params.organization)
    const found = slug.length > MAX_SLUG || stringProblem(slug) !== null ? null : await findBySlug(slug)
    return found && { ...found, base: `/@${found.portal.slug}` }
  }

/** Longer than every slug. */
const MAX_SLUG = 64

/** Leads to the only portal, which may be another one later, or lists the public ones of several. */
const frontPage =
  (tools: PortalTools): RequestHandler =>
  async (request, response, next) => {
    const [first, second] = await tools.portals.firstPortals()
    if (!first) return next()
    response.set(PORTAL_HEADERS)
    if (!second) return response.vary('Cookie').redirect(302, baseFor(request, first, tools))
    const asked = { tools, request, response }
    await sendDoor(asked).catch((error: unknown) => refuseRead(asked, error))
  }

/**
 * Returns the address of a portal for a browser. A session of the public URL counts there alone, and Chromium applies
 * `form-action` to the redirects of the form that has just begun it, so it stays on this host.
 */
const baseFor = (request: Request, portal: Portal, { browserSessions, site }: PortalTools) =>
  browserSessions.ofPage(request) === null ? portalBase(portal, site) : `/@${portal.slug}`

async function sendDoor({
  tools,
  request,
  response,
}: Pick<Visit, 'tools' | 'request' | 'response'>): Promise<void> {
  await tools.charge(request, response, ANONYMOUS)
  const after = queryText(request, 'after') ?? null
  const run = runnerOf({ tools, request }, () => ANONYMOUS)
  const data = await run(PUBLIC_ORGANIZATIONS, { after })
  const words = wordsFor(request)
  response
    .vary('Accept-Language')
    .set('Content-Language', words.code)
    .type('html')
    .send(doorPage(data, words))
}

/** Sends the `robots.txt` of the public URL, with the sitemaps of the first 100 public organizations. */
const publicRobots =
  (tools: PortalTools): RequestHandler =>
  async (request, response) => {
    await tools.charge(request, response, ANONYMOUS)
    const { publicOrganizations } = await runnerOf({ tools, request }, () => ANONYMOUS)(
      PUBLIC_ORGANIZATIONS,
      {},
    )
    const sitemaps = publicOrganizations.nodes.map(({ portalUrl }) => `${portalUrl}/sitemap.xml`)
    response.set(PORTAL_HEADERS).type('text/plain').send(robotsText(sitemaps))
  }

/** Leads from an address without an organization to the page of the only one, which may be another one later. */
const formerAddress =
  ({ portals: { firstPortals }, site }: PortalTools): RequestHandler =>
  async (request, response, next) => {
    if (!isRead(request)) return next()
    const [first, second] = await firstPortals()
    if (first && !second) response.redirect(302, portalBase(first, site) + request.url)
    else next()
  }
