import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organization } from '../../app/organization-route.ts'
import { toMailSearch, toPreviewSearch } from './mail-search.ts'

/** Mails of the organization. The address contains their filter. */
const mails = createRoute({
  getParentRoute: () => organization,
  path: '/developers/mail',
  validateSearch: toMailSearch,
  component: lazyRouteComponent(() => import('./mails.tsx'), 'Mails'),
})

/** Sender of mails. */
const settings = createRoute({
  getParentRoute: () => organization,
  path: '/settings/mail',
  component: lazyRouteComponent(() => import('./sender.tsx'), 'MailSender'),
})

/** Mails as they would be sent. The address contains the mail and its language. */
const preview = createRoute({
  getParentRoute: () => organization,
  path: '/settings/mail/preview',
  validateSearch: toPreviewSearch,
  component: lazyRouteComponent(() => import('./preview.tsx'), 'MailPreview'),
})

/** Addresses of the folder. */
export const mailRoutes = [mails, settings, preview] as const
