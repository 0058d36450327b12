import { inConsole, text, type PageEntry } from './page-entry.ts'

/** Pages of the console for developers, as `CONSOLE_PAGES`. */
export const DEVELOPER_PAGES: PageEntry[] = [
  {
    route: '/$organization/developers/agents',
    address: inConsole('/developers/agents'),
    shows: text('43 calls in 30 days'),
  },
  { route: '/$organization/developers/keys', address: inConsole('/developers/keys'), shows: text('Used') },
  {
    route: '/$organization/developers/apps',
    address: inConsole('/developers/apps'),
    shows: ({ ownApp }) => ownApp.name,
  },
  {
    route: '/$organization/developers/apps/new',
    address: inConsole('/developers/apps/new'),
    shows: text('Redirect URIs'),
  },
  {
    route: '/$organization/developers/apps/$app',
    address: inConsole('/developers/apps/:ownApp'),
    shows: text('Client ID'),
  },
  {
    route: '/$organization/developers/events',
    address: inConsole('/developers/events'),
    shows: text('Voice notes while driving'),
  },
  {
    route: '/$organization/developers/events',
    address: ({ slug, event }) => `/console/${slug}/developers/events?event=${event.id}`,
    shows: ({ event }) => event.id,
  },
  {
    route: '/$organization/developers/audit',
    address: inConsole('/developers/audit'),
    shows: text('Created webhook'),
  },
  {
    route: '/$organization/developers/mail',
    address: inConsole('/developers/mail'),
    shows: text('No mail is sent'),
  },
  {
    route: '/$organization/developers/webhooks',
    address: inConsole('/developers/webhooks'),
    shows: ({ webhook }) => webhook.name,
  },
  {
    route: '/$organization/developers/webhooks/new',
    address: inConsole('/developers/webhooks/new'),
    shows: text('For this list only.'),
  },
  {
    route: '/$organization/developers/webhooks/deliveries',
    address: inConsole('/developers/webhooks/deliveries'),
    shows: text('503'),
  },
  {
    route: '/$organization/developers/webhooks/$webhook',
    address: inConsole('/developers/webhooks/:webhook'),
    shows: text('503'),
  },
  {
    route: '/$organization/developers/webhooks/$webhook',
    address: ({ slug, webhook, delivery }) =>
      `/console/${slug}/developers/webhooks/${webhook.id}?delivery=${delivery.id}&part=response`,
    shows: text('Down for maintenance'),
    picture: 'delivery',
  },
  {
    route: '/$organization/developers/webhooks/$webhook/document',
    address: inConsole('/developers/webhooks/:webhook/document'),
    shows: text('Past event'),
  },
  {
    route: '/$organization/developers/webhooks/$webhook/settings',
    address: inConsole('/developers/webhooks/:webhook/settings'),
    shows: text('Save changes'),
  },
]
