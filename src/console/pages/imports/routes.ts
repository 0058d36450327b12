import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

const imports = createRoute({
  getParentRoute: () => organization,
  path: '/imports',
  component: lazyRouteComponent(() => import('./imports.tsx'), 'Imports'),
})

const newImport = createRoute({
  getParentRoute: () => organization,
  path: '/imports/new',
  component: lazyRouteComponent(() => import('./new-import.tsx'), 'NewImport'),
})

/** One import, by its typed id. */
const importRun = createRoute({
  getParentRoute: () => organization,
  path: '/imports/$run',
  component: lazyRouteComponent(() => import('./run.tsx'), 'RunPage'),
})

/** Addresses of the folder. */
export const importRoutes = [imports, newImport, importRun] as const
