import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

const tags = createRoute({
  getParentRoute: () => organization,
  path: '/tags',
  component: lazyRouteComponent(() => import('./tags.tsx'), 'Tags'),
})

/** Addresses of the folder. */
export const tagsRoutes = [tags] as const
