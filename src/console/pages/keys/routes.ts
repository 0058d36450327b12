import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

/** The API keys. */
const keys = createRoute({
  getParentRoute: () => organization,
  path: '/developers/keys',
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
})

/** Addresses of the folder. */
export const keysRoutes = [keys] as const
