import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { customersSearch } from './customers-search.ts'

export type Tab = 'votes' | 'comments'
type CustomerSearch = { tab?: Tab }

const customers = createRoute({
  getParentRoute: () => organization,
  path: '/customers',
  validateSearch: customersSearch,
  component: lazyRouteComponent(() => import('./customers.tsx'), 'Customers'),
})

const customerImport = createRoute({
  getParentRoute: () => organization,
  path: '/customers/import',
  component: lazyRouteComponent(() => import('./import/import-page.tsx'), 'ImportPage'),
})

const customer = createRoute({
  getParentRoute: () => organization,
  path: '/customers/$customer',
  validateSearch: ({ tab }: Record<string, unknown>): CustomerSearch =>
    tab === 'votes' || tab === 'comments' ? { tab } : {},
  component: lazyRouteComponent(() => import('./customer.tsx'), 'CustomerPage'),
})

/** Addresses of the folder. */
export const customerRoutes = [customers, customerImport, customer] as const
