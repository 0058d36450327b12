import express, { type Request, type Response, type Router } from 'express'
import { AppError } from '../src/lib/errors.ts'
import { sendError } from '../src/lib/http/respond.ts'
import { isReadOfThing, thingOf } from './conditional/thing.ts'
import { operationsOf, type Document } from './document.ts'
import { successStatus, type Route } from './endpoint.ts'
import type { Gateway } from './gateway.ts'
import { handle } from './handle-request.ts'
import { inputReader } from './input.ts'
import { withUploads } from './uploads/with-uploads.ts'

/** Creates the Express router of the REST routes. Each request runs one stored GraphQL operation. */
export function restRouter(routes: readonly Route[], document: Document, gateway: Gateway): Router {
  const router = express.Router({ caseSensitive: true })
  const operations = operationsOf(document)
  // By path, in the order of the table: a literal path precedes a path with an id that also matches it.
  for (const path of new Set(routes.map(([, path]) => path))) {
    const here = routes.filter((route) => route[1] === path)
    const expressRoute = router.route(path)
    for (const route of here) {
      const [method, , , { operation: id }] = route
      const operation = operations.get(id)
      if (!operation) throw new Error(`The OpenAPI document has no operation ${id}`)
      const handler = handle({
        route,
        read: inputReader(operation),
        status: successStatus(operation),
        thing: thingOf(route, routes, operations),
        isReadOfThing: isReadOfThing(route, routes),
        gateway,
      })
      expressRoute[method.toLowerCase() as 'get'](withUploads(route, gateway, handler))
    }
    expressRoute.all(
      rejectMethod(
        path,
        here.map(([method]) => method),
      ),
    )
  }
  return router
}

function rejectMethod(path: string, allowed: string[]) {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  return ({ method }: Request, response: Response): void => {
    response.setHeader('Allow', allow)
    // RFC 9110 section 9.3.7.
    if (method === 'OPTIONS') return void response.writeHead(204).end()
    sendError(response, new AppError('METHOD_NOT_ALLOWED', `Only ${allow} can be used here`), path)
  }
}
