import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

const statuses = createRoute({
  getParentRoute: () => organization,
  path: '/statuses',
  component: lazyRouteComponent(() => import('./statuses.tsx'), 'Statuses'),
})

/** Addresses of the folder. */
export const statusesRoutes = [statuses] as const
