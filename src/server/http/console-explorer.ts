import express, { type Request, type Router } from 'express'
import { isTeamMember } from '../../auth/caller.ts'
import { AppError, forbidden } from '../../lib/errors.ts'
import { rejectOtherMethods } from '../../lib/http/reject-methods.ts'
import { signInAt } from '../../portal/visit/sign-in-path.ts'
import { visitHandler } from '../../portal/people/visit-handler.ts'
import type { PortalTools } from '../../portal/visit/portal-tools.ts'
import { sendExplorer } from './explorer.ts'

/** Address of GraphiQL in the console, with the slug of an organization. */
const ADDRESS = /^\/console\/([a-z0-9-]+)\/developers\/graphiql\/?$/

/**
 * Serves GraphiQL with the session at the console's address, also in production, to signed-in members of the
 * organization's team. Others sign in first. It never appears inside another page.
 */
export function consoleExplorer(tools: PortalTools): Router {
  const router = express.Router({ caseSensitive: true })
  router.get(
    ADDRESS,
    visitHandler(tools, async ({ request, response, leave }) => {
      if (tools.browserSessions.isFramed(request))
        throw forbidden('This page cannot be shown inside another page')
      if (!(await isOfTeam(tools, request))) return leave(signInAt(request.originalUrl, null))
      response.set('Cache-Control', 'no-store')
      await sendExplorer(response, 'console')
    }),
  )
  return rejectOtherMethods(router)
}

async function isOfTeam(tools: PortalTools, request: Request): Promise<boolean> {
  const [, organization = ''] = ADDRESS.exec(request.path) ?? []
  const token = tools.browserSessions.ofPage(request)
  if (token === null) return false
  try {
    return isTeamMember(await tools.identify(token, organization))
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false
    throw error
  }
}
