import type { RequestHandler, Router } from 'express'
import { AppError } from '../errors.ts'

/**
 * Returns the handler of the other methods of a path, which follows the handlers of `methods`. It answers OPTIONS
 * (RFC 9110 section 9.3.7), and rejects the others with 405 and `Allow` (section 15.5.6).
 */
export function rejectMethods(methods: readonly string[]): RequestHandler {
  const handled = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])]
  const allow = [...handled, 'OPTIONS'].join(', ')
  return ({ method }, response, next) => {
    if (handled.includes(method)) return next()
    response.setHeader('Allow', allow)
    if (method === 'OPTIONS') return void response.writeHead(204).end()
    throw new AppError('METHOD_NOT_ALLOWED', `Only ${allow} can be used here`)
  }
}

/**
 * Adds `rejectMethods` to each path of a router. `within` wraps it, such as for paths that exist for some hosts only.
 */
export function rejectOtherMethods(
  router: Router,
  within: (reject: RequestHandler) => RequestHandler = (reject) => reject,
): Router {
  const found = new Map<string, Set<string>>()
  for (const { route } of router.stack)
    for (const { method } of route?.stack ?? [])
      if (route) found.set(route.path, (found.get(route.path) ?? new Set()).add(method.toUpperCase()))
  for (const [path, methods] of found) router.all(path, within(rejectMethods([...methods])))
  return router
}
