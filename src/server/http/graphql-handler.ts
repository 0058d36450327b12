import type express from 'express'
import type { RequestHandler } from 'express'
import { handleRequest, responseMediaType } from '../graphql/handle-request.ts'
import { sendErrors, sendFetchResponse } from '../graphql/send-response.ts'
import { sendExplorer } from './explorer.ts'
import { readRequest } from '../graphql/read-request.ts'
import { RequestError } from '../graphql/request-error.ts'
import type { Streams } from '../live/sse/streams.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'

/**
 * Creates the handler of `/graphql`: POST with a JSON body and GET for queries, with a single response or an
 * event stream. Outside production it also serves GraphiQL to browsers.
 */
export function graphqlHandler(graphql: GraphqlEngine, streams: Streams): RequestHandler {
  const { yoga, mask, withRequestId, production, limits } = graphql
  const serve = async (request: express.Request, response: express.Response): Promise<void> => {
    const { accept } = request.headers
    const isPage = !production && request.method === 'GET' && !!accept?.includes('text/html')
    try {
      const parameters = await readRequest(request, response, { isPage, withinMs: limits.bodyTimeout })
      if (isPage) return await sendExplorer(response)
      if (!parameters)
        return await sendFetchResponse(response, await yoga.handleNodeRequestAndResponse(request, response))
      if (!(await streams.serve(request, response, parameters)))
        await handleRequest(graphql, request, response, parameters)
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
    withRequestId(String(response.getHeader('X-Request-Id')), () => void serve(request, response))
}
