import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { toAuditSearch } from './audit-search.ts'

/** The audit log. The address contains its filter. */
const audit = createRoute({
  getParentRoute: () => organization,
  path: '/developers/audit',
  validateSearch: toAuditSearch,
  component: lazyRouteComponent(() => import('./audit.tsx'), 'Audit'),
})

/** Addresses of the folder. */
export const auditRoutes = [audit] as const
