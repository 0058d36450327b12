import type express from 'express'
import type { RequestHandler } from 'express'
import { handleRequest, responseMediaType } from '../graphql/handle-request.ts'
import { sendErrors, sendFetchResponse } from '../graphql/send-response.ts'
import { sendExplorer } from './explorer.ts'
import { prepareOperation } from '../graphql/prepare-operation.ts'
import { forgetParameters, readRequest } from '../graphql/read-request.ts'
import { RequestError } from '../graphql/request-error.ts'
import type { Streams } from '../live/sse/streams.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import type { RequestContexts } from './request-context.ts'

/**
 * Creates the handler of `/graphql`: POST with a JSON body and GET for queries, with a single response or an
 * event stream. Outside production it also serves GraphiQL to browsers.
 */
export function graphqlHandler(
  graphql: GraphqlEngine,
  streams: Streams,
  contextOf: RequestContexts,
): RequestHandler {
  const { yoga, mask, withRequestId, production, limits } = graphql
  const serve = async (request: express.Request, response: express.Response): Promise<void> => {
    const { accept } = request.headers
    const isPage = !production && request.method === 'GET' && !!accept?.includes('text/html')
    try {
      const parameters = await readRequest(request, response, { isPage, withinMs: limits.bodyTimeout })
      if (isPage) return await sendExplorer(response)
      if (!parameters)
        return await sendFetchResponse(response, await yoga.handleNodeRequestAndResponse(request, response))
      const accepted = streams.accepted(request)
      const { credentials, caller: identify } = contextOf(request)
      const caller = await identify()
      const operation = prepareOperation(graphql, parameters, caller)
      if (operation.kind === 'subscription' && accepted !== 'json') {
        forgetParameters(parameters)
        await streams.follow(request, response, operation, { caller, credentials })
      } else if (accepted === 'events') await streams.sendAsEvent(request, response, operation, caller)
      else await handleRequest(graphql, request, response, operation, caller)
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      sendErrors(
        response,
        error instanceof RequestError ? error.errors : [mask(error)],
        responseMediaType(accept),
      )
    }
  }
  return (request, response) =>
    withRequestId(contextOf(request).requestId, () => void serve(request, response))
}
