import express, { type Request, type RequestHandler, type Router } from 'express'
import { rejectOtherMethods } from '../lib/http/reject-methods.ts'
import type { FoundPortal } from './find-by-slug.ts'
import { orCanonicalSlug } from './pages/canonical-slug.ts'
import { robots } from './feeds/robots.ts'
import { FEEDS } from './feeds/handlers.ts'
import { sitemap } from './feeds/sitemap.ts'
import { boardPage } from './pages/board.ts'
import { changelogPage } from './pages/changelog.ts'
import { entryPage } from './pages/entry.ts'
import { orOldAddress } from './pages/old-address.ts'
import { newPostPage } from './pages/new-post.ts'
import { notificationsPage } from './pages/notifications.ts'
import { personPage } from './pages/person.ts'
import { postPage } from './pages/post.ts'
import { roadmapPage } from './pages/roadmap.ts'
import { similarDocument } from './pages/similar.ts'
import { unreadDocument, widgetPage } from './pages/widget.ts'
import { editComment, editPost } from './participation/edit-writes.ts'
import { exportOwnData } from './participation/export-own-data.ts'
import { comment, subscription, vote } from './participation/post-writes.ts'
import { updateProfile } from './participation/update-profile.ts'
import { serveWrite, type Write } from './participation/serve-write.ts'
import { submit } from './participation/submit.ts'
import { takeOver } from './participation/take-over.ts'
import { WIDGET_HEADERS } from './response/portal-headers.ts'
import type { PortalTools } from './visit/portal-tools.ts'
import type { PortalHandler } from './visit/portal-visit.ts'
import { refuseRead } from './response/refuse-read.ts'
import { servePage, type ServedPage } from './response/serve-page.ts'
import { changelogSubscription, choose, readAll } from './participation/notification-writes.ts'
import { servePreview } from './response/serve-preview.ts'
import { serveFonts } from './assets/serve-fonts.ts'
import { serveScript } from './assets/serve-script.ts'
import { serveTheme } from './response/serve-theme.ts'
import type { PortalRequest } from './visit/visit.ts'

/** Pages by their path below the base. */
const PAGES: [path: string, handler: PortalHandler][] = [
  ['/', boardPage],
  ['/b/:slug', boardPage],
  ['/p/:slug', postPage],
  ['/roadmap', roadmapPage],
  ['/roadmap/:slug', roadmapPage],
  ['/changelog', changelogPage],
  ['/changelog/:slug', entryPage],
  ['/u/:id', personPage],
  ['/notifications', notificationsPage],
]

/** Documents for programs, which a portal that is closed to visitors does not have. */
const DOCUMENTS: [path: string, handler: PortalHandler][] = [
  ...Object.entries(FEEDS).map(([name, handler]): [string, PortalHandler] => [`/${name}`, handler]),
  ['/sitemap.xml', sitemap],
  ['/robots.txt', robots],
]

/** Pages of the widget, which pages of other sites show and read. */
const WIDGET: [path: string, handler: PortalHandler, headers: Readonly<Record<string, string>>][] = [
  ['/widget', widgetPage, WIDGET_HEADERS],
  ['/widget.json', unreadDocument, { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache' }],
]

const SCRIPTS = ['portal.js', 'widget-page.js'] as const

const WRITES: [path: string, write: Write][] = [
  ['/new', submit],
  ['/p/:slug/vote', vote],
  ['/p/:slug/comments', comment],
  ['/p/:slug/subscription', subscription],
  ['/p/:slug/edit', editPost],
  ['/p/:slug/comments/:id', editComment],
  ['/changelog/subscription', changelogSubscription],
  ['/notifications/read', readAll],
  ['/notifications/preferences', choose],
  ['/u/:id/profile', updateProfile],
  ['/u/:id/browser', takeOver],
  ['/u/:id/export', exportOwnData],
]

/** Units of a search for similar posts, which reads and compares many. */
const SIMILAR_UNITS = 5

const NO_PAGE: PortalHandler = async () => null

/** Returns the portal of a request, and the path at which this host has it. Null if there is none. */
type FindPortal = (request: Request) => Promise<Pick<PortalRequest, keyof FoundPortal | 'base'> | null>

/** Creates the routes of portals. A request for a portal that does not exist is left to other handlers. */
export function publicRoutes(tools: PortalTools, find: FindPortal): Router {
  const router = express.Router({ mergeParams: true, caseSensitive: true, strict: false })
  const serving =
    (work: (asked: PortalRequest) => Promise<void>): RequestHandler =>
    async (request, response, next) => {
      const found = await find(request)
      if (!found) return next()
      const asked = { request, response, tools, ...found }
      await work(asked).catch((error: unknown) => refuseRead(asked, error))
    }
  router.use(fileRoutes())
  router.get('/theme.css', serving(serveTheme))
  router.get('/preview/:token', serving(servePreview))
  const page = (handler: PortalHandler, kind: Omit<ServedPage, 'handler'> = {}) =>
    serving((asked) => servePage(asked, { handler, ...kind }))
  router.get('/new', page(newPostPage, { isForm: true }))
  router.get('/similar.json', page(similarDocument, { units: SIMILAR_UNITS }))
  for (const [path, handler] of PAGES) router.get(path, page(orOldAddress(orCanonicalSlug(handler))))
  for (const [path, handler] of DOCUMENTS) router.get(path, page(handler, { isDocument: true }))
  for (const [path, handler, headers] of WIDGET) router.get(path, page(handler, { isWidget: true, headers }))
  for (const [path, write] of WRITES)
    router.post(
      path,
      serving((asked) => serveWrite(asked, write)),
    )
  rejectOtherMethods(router, (reject) =>
    serving(async ({ request, response }) => void (await reject(request, response, () => {}))),
  )
  router.get('/{*rest}', page(orOldAddress(NO_PAGE)))
  return router
}

/** Creates the routes of the files that all portals share. */
function fileRoutes(): Router {
  const router = express.Router({ caseSensitive: true, strict: false })
  serveFonts(router)
  for (const name of SCRIPTS)
    router.get(`/${name}`, (request, response) => serveScript(name, request, response))
  return rejectOtherMethods(router)
}
