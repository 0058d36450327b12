import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Revisions } from '../../../db/history/revisions.ts'
import type { FindByHost } from '../../../portal/addresses.ts'
import type { GraphqlEngine } from '../../graphql/engine.ts'
import type { Health } from '../../lifecycle/readiness.ts'
import type { ApiOptions } from './api.ts'
import { ApiResponses } from './api-responses.ts'
import { pageSender } from './send-page.ts'
import type { ReadyPages } from './page-cache.ts'
import { graphqlApi } from './graphql-api.ts'
import { isCacheableOperation } from './graphql-key.ts'
import { restApi } from './rest-api.ts'
import { isCacheableRead } from './rest-key.ts'

type CacheOptions = ApiOptions & {
  graphql: GraphqlEngine
  pages: ReadyPages
  revisions: Revisions
  health: Pick<Health, 'isDraining'>
  /** Base URL of absolute links for the client, which responses may contain. */
  originOf: (request: IncomingMessage) => string
  /** Own hosts of portals, which have no API, and other pages at the same paths. */
  findByHost: FindByHost
}

/** Answers a request. Returns whether it has: the application answers the others. */
type Responder = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

/**
 * Answers requests from bytes while nothing in their organization has changed, in front of the application: reads of
 * the API, and pages of portals that were sent before. Everything else is left to the application.
 */
export function withCache(app: RequestListener, options: CacheOptions): RequestListener {
  const { pages, health, findByHost } = options
  const rest = new ApiResponses(restApi(options.originOf), options)
  const operations = options.cache.stores ? new ApiResponses(graphqlApi(options.graphql), options) : null
  const sendPage = pageSender(options)
  const answerOf = (request: IncomingMessage): Responder | null => {
    if (isCacheableRead(request)) return (...sent) => rest.answer(...sent)
    if (operations && isCacheableOperation(request)) return (...sent) => operations.answer(...sent)
    const page = pages.findReady(request)
    return page ? (...sent) => sendPage(page, ...sent) : null
  }
  return (request, response) => {
    const answer = health.isDraining() ? null : answerOf(request)
    if (!answer) return app(request, response)
    const answered = async () => {
      const own = findByHost(request)
      return own && (await own) ? false : answer(request, response)
    }
    answered().then(
      (isAnswered) => {
        if (!isAnswered) app(request, response)
        // The body of a POST is left unread.
        else if (request.method === 'POST') request.resume()
      },
      () => void (response.headersSent || app(request, response)),
    )
  }
}
