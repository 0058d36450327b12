import { createRootRoute, createRoute } from '@tanstack/react-router'
import { NotFound } from './not-found.tsx'
import { OrganizationShell } from './shell.tsx'

/** Root of the console's addresses. */
export const root = createRootRoute({ notFoundComponent: NotFound })

/** Parent of the pages of an organization. */
export const organization = createRoute({
  getParentRoute: () => root,
  path: '/$organization',
  component: OrganizationShell,
})
