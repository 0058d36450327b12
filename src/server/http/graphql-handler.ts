import type express from 'express'
import type { RequestHandler } from 'express'
import { answerOnce, mediaTypeOf } from '../graphql/handle-request.ts'
import { refuseGraphql, sendFetched } from '../graphql/send-response.ts'
import { sendExplorer } from './explorer.ts'
import { checkRequest } from '../graphql/read-request.ts'
import { Refusal } from '../graphql/request-error.ts'
import type { Streams } from '../live/sse/streams.ts'
import type { Graphql } from '../graphql/engine.ts'

/**
 * The handler of `/graphql`: POST with a JSON body, GET for queries, either answered once or as a stream of events; and
 * outside production a page to try it, for browsers.
 */
export function graphqlDoor(graphql: Graphql, streams: Streams): RequestHandler {
  const { yoga, mask, within, production, limits } = graphql
  const serve = async (request: express.Request, response: express.Response): Promise<void> => {
    const { accept } = request.headers
    const isPage = !production && request.method === 'GET' && !!accept?.includes('text/html')
    try {
      const parameters = await checkRequest(request, response, { isPage, withinMs: limits.bodyTimeout })
      if (isPage) return await sendExplorer(response)
      if (!parameters)
        return await sendFetched(response, await yoga.handleNodeRequestAndResponse(request, response))
      if (!(await streams.serve(request, response, parameters)))
        await answerOnce(graphql, request, response, parameters)
    } catch (error) {
      if (response.headersSent) return void response.destroy()
      refuseGraphql(response, error instanceof Refusal ? error.errors : [mask(error)], mediaTypeOf(accept))
    }
  }
  return (request, response) =>
    within(String(response.getHeader('X-Request-Id')), () => void serve(request, response))
}
