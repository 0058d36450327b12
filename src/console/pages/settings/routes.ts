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

/** Single sign-on from the organization's own product. */
const sso = createRoute({
  getParentRoute: () => organization,
  path: '/settings/sso',
  component: lazyRouteComponent(() => import('./sso/sso.tsx'), 'Sso'),
})

/** The changelog for pages of other sites. */
const widget = createRoute({
  getParentRoute: () => organization,
  path: '/settings/widget',
  component: lazyRouteComponent(() => import('./widget/widget-settings.tsx'), 'WidgetSettings'),
})

/** Addresses of the folder. */
export const settingsRoutes = [settings, sso, widget, account] as const
