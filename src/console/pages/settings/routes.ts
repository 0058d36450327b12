import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
})

/** Password and sessions of the person. The address contains what has just changed. */
const account = createRoute({
  getParentRoute: () => organization,
  path: '/settings/account',
  validateSearch: ({ changed }: Record<string, unknown>): { changed?: 'password' } =>
    changed === 'password' ? { changed } : {},
  component: lazyRouteComponent(() => import('./account.tsx'), 'Account'),
})

/** Addresses of the folder. */
export const settingsRoutes = [settings, account] as const
