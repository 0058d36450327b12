import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { toEventSearch } from './event-search.ts'

/** The event log. The address contains its filter and the event that is open. */
const eventLog = createRoute({
  getParentRoute: () => organization,
  path: '/developers/events',
  validateSearch: toEventSearch,
  component: lazyRouteComponent(() => import('./event-log.tsx'), 'EventLogPage'),
})

/** Addresses of the folder. */
export const eventsRoutes = [eventLog] as const
