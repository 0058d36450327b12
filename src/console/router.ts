import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { LoadingPage } from './app/loading-page.tsx'
import { organization, root } from './app/organization-route.ts'
import { PageFailed } from './app/page-failed.tsx'
import { agentsRoutes } from './pages/agents/routes.ts'
import { appsRoutes } from './pages/apps/routes.ts'
import { auditRoutes } from './pages/audit/routes.ts'
import { changelogsRoutes } from './pages/changelogs/routes.ts'
import { customerRoutes } from './pages/customers/routes.ts'
import { dashboardRoutes } from './pages/dashboard/routes.ts'
import { eventsRoutes } from './pages/events/routes.ts'
import { exportRoutes } from './pages/exports/routes.ts'
import { importRoutes } from './pages/imports/routes.ts'
import { keysRoutes } from './pages/keys/routes.ts'
import { mailRoutes } from './pages/mail/routes.ts'
import { postsRoutes } from './pages/posts/routes.ts'
import { roadmapRoutes } from './pages/roadmaps/routes.ts'
import { boardsRoutes } from './pages/boards/routes.ts'
import { moderationRoutes } from './pages/moderation/routes.ts'
import { notificationRoutes } from './pages/notifications/routes.ts'
import { settingsRoutes } from './pages/settings/routes.ts'
import { statusesRoutes } from './pages/statuses/routes.ts'
import { tagsRoutes } from './pages/tags/routes.ts'
import { teamRoutes } from './pages/team/routes.ts'
import { webhooksRoutes } from './pages/webhooks/routes.ts'

const first = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./app/first-organization.tsx'), 'FirstOrganization'),
})

/** The addresses of the console. A contract test compares them with the routes that are tested in a browser. */
export const router = createRouter({
  routeTree: root.addChildren([
    first,
    organization.addChildren([
      ...dashboardRoutes,
      ...postsRoutes,
      ...roadmapRoutes,
      ...changelogsRoutes,
      ...customerRoutes,
      ...keysRoutes,
      ...agentsRoutes,
      ...appsRoutes,
      ...webhooksRoutes,
      ...eventsRoutes,
      ...auditRoutes,
      ...mailRoutes,
      ...moderationRoutes,
      ...notificationRoutes,
      ...boardsRoutes,
      ...statusesRoutes,
      ...tagsRoutes,
      ...teamRoutes,
      ...importRoutes,
      ...exportRoutes,
      ...settingsRoutes,
    ]),
  ]),
  basepath: '/console',
  defaultErrorComponent: PageFailed,
  defaultPendingComponent: LoadingPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
