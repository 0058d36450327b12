import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

const boards = createRoute({
  getParentRoute: () => organization,
  path: '/boards',
  component: lazyRouteComponent(() => import('./boards.tsx'), 'Boards'),
})

/** Addresses of the folder. */
export const boardsRoutes = [boards] as const
