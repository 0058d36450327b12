import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

/** Agents of the organization, and how to connect one. */
const agents = createRoute({
  getParentRoute: () => organization,
  path: '/developers/agents',
  component: lazyRouteComponent(() => import('./agents.tsx'), 'Agents'),
})

/** Addresses of the folder. */
export const agentsRoutes = [agents] as const
