import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express'
import type { Logger } from 'pino'
import { readDocument } from '../../../rest-compat/document.ts'
import type { Gateway } from '../../../rest-compat/gateway.ts'
import { restRouter } from '../../../rest-compat/router.ts'
import { routes } from '../../../rest-compat/routes.ts'
import { ANONYMOUS } from '../../auth/caller.ts'
import type { Services } from '../../graphql/context.ts'
import { AppError } from '../../lib/errors.ts'
import { sendError } from '../../lib/http/respond.ts'
import { schema } from '../../schema.ts'
import { consentPage } from './consent/page.ts'
import { createAssertAllowed } from '../../graphql/execution/assert-allowed.ts'
import { cors } from './cors.ts'
import { docsPage } from './docs-page.ts'
import { createStoredRunner } from '../../graphql/execution/run-stored.ts'
import type { Forwarding } from './edge/forwarding.ts'
import type { Limits } from '../../lib/http/server-limits.ts'
import type { MetricsAccess } from './edge/metrics-access.ts'
import { PRIVATE, responseHeaders, UNSTORED } from './edge/response-headers.ts'
import type { HeaderList } from '../../lib/http/header-list.ts'
import { healthRoutes, rejectWhileDraining } from './health.ts'
import type { Health } from '../lifecycle/readiness.ts'
import type { MeasureRequest } from '../metrics/request-durations.ts'
import { toAppError } from '../graphql/to-app-error.ts'
import type { RequestContexts } from './request-context.ts'
import { logRequests, type RequestLog } from '../../lib/http/request-log.ts'

type AppOptions = {
  services: Services
  graphql: RequestHandler
  health: Health
  log: Logger
  contextOf: RequestContexts
  /** Log of requests. Null if it is disabled. */
  requestLog: RequestLog | null
  forwarding: Forwarding
  limits: Limits
  metricsAccess: MetricsAccess
  measureRequest: MeasureRequest
  secure: HeaderList
}

/** Creates the web application: health, documentation, GraphQL and the REST routes on top of it. */
export function createApp(options: AppOptions): Express {
  const { services, graphql, health, log, contextOf } = options
  const app = express()
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', 'simple')
    .set('case sensitive routing', true)
  const document = readDocument()
  const toRefusal = (error: unknown, id: string) =>
    toAppError(error, (unexpected) => log.error({ err: unexpected, requestId: id }, 'request failed'))
  app.use(responseHeaders(options.secure))
  app.use((request, response, next) => {
    response.setHeader('X-Request-Id', contextOf(request).requestId)
    next()
  })
  app.use(healthRoutes(health, options.metricsAccess))
  app.use((request, response, next) => {
    options.measureRequest(request, response)
    next()
  })
  app.use(logRequests(options.requestLog, contextOf))
  app.use(rejectWhileDraining(health))
  app.use(['/graphql', '/oauth'], responseHeaders(UNSTORED))
  app.use('/api/v3', responseHeaders(PRIVATE))
  app.use(['/api/v3', '/graphql'], cors)
  app.use(consentPage(services.site))
  app.use(restRouter(routes, document, gatewayOf(options, toRefusal)))
  app.use('/graphql', graphql)
  app.use(docsPage(document))
  app.use((_request, response) => sendError(response, new AppError('NOT_FOUND', 'There is nothing here')))
  app.use(errorHandler(toRefusal))
  return app
}

/** Converts an error for the client. Unexpected errors are logged with the id of the request. */
type ToRefusal = (error: unknown, requestId: string) => AppError

function gatewayOf({ services, contextOf, forwarding, limits }: AppOptions, toRefusal: ToRefusal): Gateway {
  return {
    contextOf,
    anonymous: ANONYMOUS,
    execute: createStoredRunner(schema, services),
    assertAllowed: createAssertAllowed(schema),
    addressOf: forwarding.addressOf,
    originOf: forwarding.originOf,
    bodyTimeout: limits.bodyTimeout,
    toAppError: toRefusal,
  }
}

/** Sends errors that the routes throw. Express recognizes it by its four parameters. */
function errorHandler(toRefusal: ToRefusal): ErrorRequestHandler {
  return (error: unknown, _request, response, _next) => {
    const refusal = isBadUrl(error)
      ? new AppError('INVALID_PARAM', 'The address is not valid')
      : toRefusal(error, String(response.getHeader('X-Request-Id')))
    sendError(response, refusal)
  }
}

/** Whether Express rejected a URL that cannot be decoded, with a URIError of status 400. */
const isBadUrl = (error: unknown) => (error as { status?: number }).status === 400
