import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

const exportsPage = createRoute({
  getParentRoute: () => organization,
  path: '/exports',
  component: lazyRouteComponent(() => import('./exports.tsx'), 'Exports'),
})

/** Addresses of the folder. */
export const exportRoutes = [exportsPage] as const
