import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { DAYS, type Days } from './days.ts'

/** The dashboard. The address contains its number of days. */
const dashboard = createRoute({
  getParentRoute: () => organization,
  path: '/',
  validateSearch: ({ days }: Record<string, unknown>): { days?: Days } => {
    const asked = DAYS.find((number) => number === Number(days))
    return asked ? { days: asked } : {}
  },
  component: lazyRouteComponent(() => import('./dashboard.tsx'), 'Dashboard'),
})

/** Addresses of the folder. */
export const dashboardRoutes = [dashboard] as const
