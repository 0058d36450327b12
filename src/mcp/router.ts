import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Gateway } from '../graphql/execution/gateway.ts'
import { forbidden } from '../lib/errors.ts'
import { isLoopbackHost } from '../lib/http/address-rules.ts'
import { rejectMethods } from '../lib/http/reject-methods.ts'
import { sendJson } from '../lib/http/respond.ts'
import { metadataOf, metadataPaths } from './challenge.ts'
import { handleMessage } from './handle-message.ts'
import { sendErrorBody } from './refuse.ts'
import type { Tool } from './tool.ts'

/** URL of the server, and whether others than its operator reach it. */
export type Site = { publicUrl(): string; isPublic(): boolean }

/** Creates the Express router of the endpoint for agents at `/mcp`, and of its metadata. */
export function mcpRouter(tools: readonly Tool[], gateway: Gateway, site: Site): Router {
  const router = express.Router({ caseSensitive: true })
  router.get(/^\/\.well-known\/oauth-protected-resource(\/|$)/, metadata(site))
  router.all('/mcp', rejectMethods(['POST']), rejectOtherHosts(site))
  router.post('/mcp', (request: Request, response: Response) =>
    handleMessage({ tools, gateway, site }, request, response),
  )
  return router
}

const metadata =
  (site: Site): RequestHandler =>
  ({ path }, response, next) => {
    const publicUrl = site.publicUrl()
    if (!metadataPaths(publicUrl).includes(path)) return next()
    sendJson(response, 200, JSON.stringify(metadataOf(publicUrl)))
  }

/**
 * Rejects names of other hosts on a server for its operator alone. Another site could otherwise make a browser send
 * requests to a name that resolves to this machine.
 */
const rejectOtherHosts =
  (site: Site): RequestHandler =>
  ({ headers: { host = '' } }, response, next) => {
    if (site.isPublic() || isLoopbackHost(hostnameOf(host))) return next()
    sendErrorBody(response, 403, forbidden('The server is for its own machine'))
  }

const hostnameOf = (host: string): string =>
  URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : ''
