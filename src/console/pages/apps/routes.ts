import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

/** OAuth apps that the organization owns, and those that it has connected. */
const apps = createRoute({
  getParentRoute: () => organization,
  path: '/developers/apps',
  component: lazyRouteComponent(() => import('./apps.tsx'), 'Apps'),
})

const newApp = createRoute({
  getParentRoute: () => organization,
  path: '/developers/apps/new',
  component: lazyRouteComponent(() => import('./new-app.tsx'), 'NewApp'),
})

/** One app, by its typed id. */
const app = createRoute({
  getParentRoute: () => organization,
  path: '/developers/apps/$app',
  component: lazyRouteComponent(() => import('./app.tsx'), 'App'),
})

/** Addresses of the folder. */
export const appsRoutes = [apps, newApp, app] as const
