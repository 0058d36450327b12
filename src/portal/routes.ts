import express, { type Router } from 'express'
import { rejectOtherMethods } from '../lib/http/reject-methods.ts'
import type { ReadAuthorizationRequest } from './consent-form.ts'
import { consentRoutes } from './consent-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { ssoRoutes } from './sso-routes.ts'
import { serveStyles } from './styles.ts'
import type { PortalTools } from './visit.ts'

/** Creates the pages of the server for browsers, which work without JavaScript. */
export function portalRoutes(tools: PortalTools, readRequest: ReadAuthorizationRequest): Router {
  const router = express.Router({ caseSensitive: true })
  router.get('/page.css', serveStyles)
  rejectOtherMethods(router)
  router.use(
    sessionRoutes(tools, readRequest),
    invitationRoutes(tools),
    ssoRoutes(tools),
    consentRoutes(tools, readRequest),
  )
  return router
}
