import express, { type Router } from 'express'
import { rejectMethods } from '../src/lib/http/reject-methods.ts'
import { isObjectRead, objectReadOf } from './conditional/object-read.ts'
import type { Operation } from './document.ts'
import { successStatus, type Route } from './endpoint.ts'
import type { Gateway } from '../src/graphql/execution/gateway.ts'
import { handle } from './handle-request.ts'
import { inputReader } from './input.ts'
import { withUploads } from './uploads/with-uploads.ts'

/**
 * Creates the Express router of the REST routes. Each request runs one stored GraphQL operation. `operations` are those
 * of the OpenAPI document by id.
 */
export function restRouter(
  routes: readonly Route[],
  operations: ReadonlyMap<string, Operation>,
  gateway: Gateway,
): Router {
  const router = express.Router({ caseSensitive: true })
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
        objectRead: objectReadOf(route, routes, operations),
        isObjectRead: isObjectRead(route, routes),
        gateway,
      })
      expressRoute[method.toLowerCase() as 'get'](withUploads(route, gateway, handler))
    }
    // The caller of a request that no handler has taken is not identified.
    expressRoute.all(
      async (request, response, next) => {
        await gateway.charge(request, response, gateway.anonymous)
        next()
      },
      rejectMethods(here.map(([method]) => method)),
    )
  }
  return router
}
