import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { searchOf } from './search.ts'

const webhooks = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks',
  component: lazyRouteComponent(() => import('./webhooks.tsx'), 'Webhooks'),
})

const newWebhook = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks/new',
  component: lazyRouteComponent(() => import('./new-webhook.tsx'), 'NewWebhook'),
})

/** Deliveries of all webhooks. */
const allDeliveries = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks/deliveries',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./all-deliveries.tsx'), 'AllDeliveries'),
})

/** Deliveries of one webhook. */
const webhook = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks/$webhook',
  validateSearch: searchOf,
  component: lazyRouteComponent(() => import('./webhook-deliveries.tsx'), 'WebhookDeliveries'),
})

const document = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks/$webhook/document',
  component: lazyRouteComponent(() => import('./document.tsx'), 'WebhookDocument'),
})

const settings = createRoute({
  getParentRoute: () => organization,
  path: '/developers/webhooks/$webhook/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'WebhookSettings'),
})

/** Addresses of the folder. */
export const webhooksRoutes = [webhooks, newWebhook, allDeliveries, webhook, document, settings] as const
