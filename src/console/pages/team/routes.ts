import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

const team = createRoute({
  getParentRoute: () => organization,
  path: '/team',
  component: lazyRouteComponent(() => import('./team.tsx'), 'Team'),
})

/** Addresses of the folder. */
export const teamRoutes = [team] as const
