import type { EventType } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'
import { EventTypeRef } from '../events/enums.ts'
import type { WebhookRow } from './webhook-snapshot.ts'

export const WebhookSnapshotRef = builder.objectRef<WebhookRow>('WebhookSnapshot').implement({
  description:
    'A webhook right after the change of an event. It has no `id`, so that no cache takes it for the webhook.',
  fields: (t) => ({
    webhookId: t.id({ description: 'Id of the webhook.', resolve: ({ id }) => toNodeId('Webhook', id) }),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Display name. Empty if it has none.' }),
    url: t.expose('url', { type: 'URL', description: 'URL that received its deliveries.' }),
    events: t.field({
      type: [EventTypeRef],
      description: 'Events it subscribes to.',
      resolve: ({ events }) => events as EventType[],
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was disabled. Null while it is enabled.',
    }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Reason for which it is disabled. Null while it is enabled.',
    }),
  }),
})
