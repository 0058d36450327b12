import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

/** Kind of items in the queue, and the item that is open. */
type ModerationSearch = { show?: 'posts' | 'comments'; item?: string }

const moderation = createRoute({
  getParentRoute: () => organization,
  path: '/moderation',
  validateSearch: ({ show, item }: Record<string, unknown>): ModerationSearch => ({
    ...((show === 'posts' || show === 'comments') && { show }),
    ...(typeof item === 'string' && { item }),
  }),
  component: lazyRouteComponent(() => import('./moderation.tsx'), 'Moderation'),
})

/** Addresses of the folder. */
export const moderationRoutes = [moderation] as const
