import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'

/** Bell of the person, with the choices. */
const notifications = createRoute({
  getParentRoute: () => organization,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./notifications.tsx'), 'Notifications'),
})

/** Addresses of the folder. */
export const notificationRoutes = [notifications] as const
