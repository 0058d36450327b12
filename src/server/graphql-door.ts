import type express from 'express'
import type { RequestHandler } from 'express'
import { refuseGraphql, sendFetched } from './graphql-answer.ts'
import { checkRequest } from './graphql-request.ts'
import type { Streams } from './live/streams.ts'
import type { Graphql } from './yoga.ts'

/** The handler of `/graphql`: POST with a JSON body, GET for queries, either answered once or as a stream of events. */
export function graphqlDoor({ yoga, mask, within, production }: Graphql, streams: Streams): RequestHandler {
  const serve = async (request: express.Request, response: express.Response): Promise<void> => {
    const { accept } = request.headers
    const isPage = !production && request.method === 'GET' && !!accept?.includes('text/html')
    try {
      const parameters = await checkRequest(request, response, isPage)
      if (parameters && (await streams.serve(request, response, parameters))) return
      if (!isPage) request.headers.accept = mediaTypeOf(accept)
      const fetched = await yoga.handleNodeRequestAndResponse(request, response, {
        req: request,
        res: response,
      })
      await sendFetched(response, fetched)
    } catch (error) {
      if (response.headersSent) response.destroy()
      else refuseGraphql(response, [mask(error)])
    }
  }
  return (request, response) =>
    within(String(response.getHeader('X-Request-Id')), () => void serve(request, response))
}

/** One of the two forms of JSON that answers have; whoever asks for another type gets JSON all the same. */
const mediaTypeOf = (accept = '') =>
  /application\/(graphql-response\+)?json/i.exec(accept)?.[0].toLowerCase() ?? 'application/json'
