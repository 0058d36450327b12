import { parse } from 'node:querystring'
import type { RequestListener } from 'node:http'
import express, { type Request, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { operationsOf, readDocument } from '../../../rest-compat/document.ts'
import type { Gateway } from '../../graphql/execution/gateway.ts'
import { authorizationRequestReader } from '../../../rest-compat/oauth/authorization-request-reader.ts'
import { restRouter } from '../../../rest-compat/router.ts'
import { routes } from '../../../rest-compat/routes.ts'
import type { BrowserSessions } from '../../auth/browser-session.ts'
import { ANONYMOUS } from '../../auth/caller.ts'
import type { ReadTurns } from '../../db/sharing/read-turns.ts'
import type { Revisions } from '../../db/history/revisions.ts'
import type { Services } from '../../graphql/context.ts'
import type { ToolCalls } from '../../modules/oauth/installs/tool-calls.ts'
import { AppError } from '../../lib/errors.ts'
import { hasRoot, type FindByHost } from '../../portal/addresses.ts'
import { ownHosts, portals } from '../../portal/portals.ts'
import { portalRoutes } from '../../portal/routes.ts'
import type { PortalTools } from '../../portal/visit/portal-tools.ts'
import { schema } from '../../schema.ts'
import { createTransactions } from './conditional/run-in-transaction.ts'
import type { Tags } from './conditional/tags.ts'
import { createAssertAllowed } from '../../graphql/execution/assert-allowed.ts'
import { createDocumentScopes } from '../../graphql/execution/document-scopes.ts'
import type { ReadyPages } from './cache/page-cache.ts'
import { isOfOrganization, restKey } from './cache/rest-key.ts'
import { chargeNetwork, quotaHeaders, type ChargeRequest } from './charge-request.ts'
import { agentRoutes } from './agent-routes.ts'
import { consoleExplorer } from './console-explorer.ts'
import { consolePages } from './console.ts'
import { agentCors, cors } from './cors.ts'
import { docsPage } from './docs-page.ts'
import { errorHandler, type ConvertError } from './error-handler.ts'
import { createStoredRunner } from '../../graphql/execution/run-stored.ts'
import type { Forwarding } from './edge/forwarding.ts'
import type { Limits } from '../../lib/http/server-limits.ts'
import type { MetricsAccess } from './edge/metrics-access.ts'
import { PRIVATE, responseHeaders, UNSTORED } from './edge/response-headers.ts'
import type { HeaderList } from '../../lib/http/header-list.ts'
import { healthRoutes, rejectWhileDraining } from './health.ts'
import type { Health } from '../lifecycle/readiness.ts'
import { portalToolsOf } from './page-tools.ts'
import type { MeasureRequest } from '../metrics/request-durations.ts'
import { restKeys, textKeys } from './idempotency/rest-keys.ts'
import { toAppError } from '../graphql/to-app-error.ts'
import type { RequestContexts } from './request-context.ts'
import { downloadRoutes } from './download-routes.ts'
import { mailPreview } from './mail-preview.ts'
import { mailReportRoutes } from './mail-report-routes.ts'
import { importRoutes } from './import-routes.ts'
import { issuerPath } from './issuer-path.ts'
import { uploadRoutes } from './upload-routes.ts'
import { logRequests, type RequestLog } from '../../lib/http/request-log.ts'

type AppOptions = {
  revisions: Revisions
  /** Cache of the pages for visitors. */
  pages: ReadyPages
  services: Services
  graphql: RequestHandler
  /** Portals of organizations on their own hosts. */
  findByHost: FindByHost
  health: Health
  log: Logger
  contextOf: RequestContexts
  /** Log of requests. Null if it is disabled. */
  requestLog: RequestLog | null
  charge: ChargeRequest
  /** Maximum number of requests per minute and credential. 0 is no limit. */
  rateLimit: number
  forwarding: Forwarding
  browserSessions: BrowserSessions
  tags: Tags
  limits: Limits
  readTurns: ReadTurns
  toolCalls: Pick<ToolCalls, 'add'>
  metricsAccess: MetricsAccess
  mailReportToken: string | null
  measureRequest: MeasureRequest
  secure: HeaderList
  production: boolean
}

/** Creates the web application: health, documentation, GraphQL and the REST routes on top of it. */
export function createApp(options: AppOptions): RequestListener {
  const { graphql, health, log, contextOf } = options
  const app = express()
  app.disable('x-powered-by').disable('etag')
  app.set('query parser', parseQuery).set('case sensitive routing', true)
  const document = readDocument()
  const operations = operationsOf(document)
  const convertError = (error: unknown, id: string) =>
    toAppError(error, (unexpected) => log.error({ err: unexpected, requestId: id }, 'request failed'))
  app.use(responseHeaders(options.secure), numbered(options))
  app.use(healthRoutes(health, options.metricsAccess, options.findByHost))
  app.use(measured(options), logRequests(options.requestLog, contextOf))
  app.use(['/api/v3', '/graphql', '/oauth', '/mcp'], quotaHeaders(options.rateLimit, contextOf))
  app.use(rejectWhileDraining(health))
  const counted = (isIdentified: (request: Request) => boolean) =>
    chargeNetwork(contextOf, options.charge, isIdentified)
  app.use(['/uploads', '/imports'], counted(isPost)).use(['/exports', '/console'], counted(never))
  const gateway = gatewayOf(options, convertError)
  const tools = portalToolsOf(options, gateway)
  app.use(fileRoutes(options, tools), mailReportRoutes(options))
  app.use(ownHosts(tools, options.findByHost))
  app.use(['/graphql', '/oauth', '/mcp'], responseHeaders(UNSTORED)).use('/api/v3', responseHeaders(PRIVATE))
  app.use(['/api/v3', '/graphql'], cors).use(['/mcp', '/.well-known/oauth-protected-resource'], agentCors)
  app.use(consoleOf(options, tools))
  app.use(portalRoutes(tools, authorizationRequestReader(operations)), portals(tools))
  // Pages count themselves, because they refuse with a page.
  app.use(issuerPath(options.services.site), counted(always), restRouter(routes, operations, gateway))
  app.use(agentRoutes(options.services, gateway))
  app.use('/graphql', counted(isOperation), graphql).use(counted(never), docsPage(document))
  app.use(() => {
    throw new AppError('NOT_FOUND', 'There is nothing here')
  })
  app.use(errorHandler(convertError, options.services.site))
  return app
}

const always = () => true
const never = () => false
const isPost = ({ method }: Request) => method === 'POST'

/** Whether a request below `/graphql` may be an operation, whose caller is identified. */
const isOperation = ({ path, method }: Request) => path === '/' && ['GET', 'HEAD', 'POST'].includes(method)

/** Sends the id of each request. */
const numbered =
  ({ contextOf }: AppOptions): RequestHandler =>
  (request, response, next) => {
    response.setHeader('X-Request-Id', contextOf(request).requestId)
    next()
  }

/** Measures each request. */
const measured =
  ({ measureRequest }: AppOptions): RequestHandler =>
  (request, response, next) => {
    measureRequest(request, response)
    next()
  }

/** Returns the routes of uploaded pictures, of files for imports, and of downloads. */
function fileRoutes(options: AppOptions, tools: PortalTools): RequestHandler[] {
  const receiving = { ...options, bodyTimeout: options.limits.bodyTimeout }
  return [uploadRoutes({ ...receiving, tools }), importRoutes(receiving), downloadRoutes(options.services)]
}

/** Returns the pages below `/console`. */
const consoleOf = ({ services, production }: AppOptions, tools: PortalTools): RequestHandler[] =>
  [consoleExplorer(tools), mailPreview(tools), consolePages({ isWatched: !production })].map((pages) =>
    atRoot(services.site, pages),
  )

/** Serves pages unless the public URL has a path: cookies and links of the console need the root of a host. */
const atRoot =
  (site: { readonly publicUrl: string }, pages: RequestHandler): RequestHandler =>
  (request, response, next) => {
    if (request.url.startsWith('/console') && hasRoot(site.publicUrl)) pages(request, response, next)
    else next()
  }

/**
 * Returns all parameters of a query, of which a URL cannot have many. By default those after the first 1000 are
 * dropped, and a list is not filtered by them.
 */
const parseQuery = (query: string) => parse(query, '&', '=', { maxKeys: 0 })

function gatewayOf(options: AppOptions, convertError: ConvertError): Gateway {
  const { services, contextOf, charge, forwarding, limits, tags } = options
  const execute = createStoredRunner(schema, services)
  const keyOf = textKeys(schema, services, execute)
  return {
    contextOf,
    anonymous: ANONYMOUS,
    charge: (request, response, caller, units) => charge(contextOf(request), caller, response, units),
    execute,
    withReadTurn: (caller, response, read) =>
      options.readTurns(caller.organizationId ?? 0, () => response.closed, read),
    inTransaction: createTransactions(services, execute),
    tags: {
      ofContent: tags.ofContent,
      ofRevision: (request, caller, revision) =>
        tags.ofRevision(caller, restKey(caller, forwarding.originOf(request), request), revision),
    },
    isOfOrganization: ({ headers }) => isOfOrganization(headers),
    requestKey: restKeys(schema, services, execute),
    keyOf: (key, fingerprint) => keyOf(() => ({ key, fingerprint })),
    assertAllowed: createAssertAllowed(schema),
    scopesOf: createDocumentScopes(schema),
    countToolCall: options.toolCalls.add,
    addressOf: forwarding.addressOf,
    originOf: forwarding.originOf,
    bodyTimeout: limits.bodyTimeout,
    toAppError: convertError,
  }
}
