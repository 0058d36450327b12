import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { STATES, type ListState } from './states.ts'

/** The entries of the changelog. The address contains the state of those that are shown. */
const list = createRoute({
  getParentRoute: () => organization,
  path: '/changelog',
  validateSearch: ({ state }: Record<string, unknown>): { state?: ListState } => {
    const asked = STATES.find((one) => one === state)
    return asked ? { state: asked } : {}
  },
  component: lazyRouteComponent(() => import('./list.tsx'), 'ChangelogList'),
})

/** The editor of one entry. Its library is loaded on this address only. */
const entry = createRoute({
  getParentRoute: () => organization,
  path: '/changelog/$id',
  component: lazyRouteComponent(() => import('./entry.tsx'), 'ChangelogEntry'),
})

/** Addresses of the folder. */
export const changelogsRoutes = [list, entry] as const
