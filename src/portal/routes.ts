import express, { type Router } from 'express'
import { rejectOtherMethods } from '../lib/http/reject-methods.ts'
import type { ReadAuthorizationRequest } from './people/consent-form.ts'
import { consentRoutes } from './people/consent-routes.ts'
import { codeRoutes } from './people/code-routes.ts'
import { invitationRoutes } from './people/invitation-routes.ts'
import { mailLinkRoutes } from './people/mail-link-routes.ts'
import { forgotRoutes, resetRoutes } from './people/password-routes.ts'
import { providerRoutes } from './people/provider-routes.ts'
import { sessionRoutes } from './people/session-routes.ts'
import { ssoRoutes } from './people/sso-routes.ts'
import { serveBrand } from './assets/brand.ts'
import { serveFonts } from './assets/serve-fonts.ts'
import { serveStyles } from './assets/styles.ts'
import type { PortalTools } from './visit/portal-tools.ts'

/** Creates the pages of the server for browsers, which work without JavaScript. */
export function portalRoutes(tools: PortalTools, readRequest: ReadAuthorizationRequest): Router {
  const router = express.Router({ caseSensitive: true })
  router.get('/page.css', serveStyles)
  router.get('/brand.css', serveBrand)
  serveFonts(router)
  rejectOtherMethods(router)
  router.use(
    sessionRoutes(tools, readRequest),
    providerRoutes(tools),
    codeRoutes(tools),
    forgotRoutes(tools),
    resetRoutes(tools),
    invitationRoutes(tools),
    ssoRoutes(tools),
    mailLinkRoutes(tools),
    consentRoutes(tools, readRequest),
  )
  return router
}
