import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

/** Filters and order of the list, and what the page of a person shows. */
export type CustomersSearch = {
  search?: string
  label?: string
  starred?: true
  blocked?: true
  order?: 'name' | 'oldest'
}
export type Tab = 'votes' | 'comments'
type CustomerSearch = { tab?: Tab }

const searchText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** Reads the filters of an address. Others are left out. */
function customersSearch({
  search,
  label,
  starred,
  blocked,
  order,
}: Record<string, unknown>): CustomersSearch {
  const [words, name] = [searchText(search), searchText(label)]
  return {
    ...(words !== undefined && { search: words }),
    ...(name !== undefined && { label: name }),
    ...(starred === true && { starred }),
    ...(blocked === true && { blocked }),
    ...((order === 'name' || order === 'oldest') && { order }),
  }
}

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
