import type { RequestHandler } from 'express'
import type { Gateway } from '../../graphql/execution/gateway.ts'
import type { Services } from '../../graphql/context.ts'
import { mcpRouter } from '../../mcp/router.ts'
import { tools } from '../../mcp/tools.ts'

/** Returns the routes for agents: the endpoint `/mcp` and its metadata. */
export const agentRoutes = ({ site, mail }: Services, gateway: Gateway): RequestHandler =>
  mcpRouter(tools, gateway, { publicUrl: () => site.publicUrl, isPublic: mail.isPublic })
