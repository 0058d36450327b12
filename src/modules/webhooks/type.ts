import type { EventType } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'
import { nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { EventTypeRef } from '../events/enums.ts'
import { UserRef } from '../users/type.ts'
import type { WebhookRow } from './webhook-snapshot.ts'
import { userLoaders } from '../users/loaders.ts'
import { canSeeWebhooks } from './policy.ts'
import { visibleWebhook } from './visible-webhook.ts'

export const WebhookRef = builder.objectRef<WebhookRow>('Webhook').implement({
  description: 'A webhook, which receives events of the organization.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Webhook')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Display name. Empty if it has none.' }),
    url: t.expose('url', { type: 'URL', description: 'URL that receives its deliveries.' }),
    events: t.field({
      type: [EventTypeRef],
      description: 'Events it subscribes to.',
      resolve: ({ events }) => events as EventType[],
    }),
    document: t.exposeString('document', {
      nullable: true,
      description:
        'Subscription whose result is the body. Null selects the built-in document of each event, which yields the documented body.',
    }),
    headerNames: t.exposeStringList('headerNames', {
      description:
        'Names of the headers that its deliveries add, in lower case. Their values are never returned.',
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: "Person who created it. Null for an install's webhook.",
      resolve: ({ createdById }, _args, context) =>
        createdById === null ? null : userLoaders(context).byId.find(createdById),
    }),
    previousSecretUntil: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time until which deliveries are also signed with the previous secret. Null if the secret was never replaced.',
    }),
    enabled: t.boolean({
      description: 'Whether it is enabled. While it is disabled, its deliveries are held.',
      resolve: ({ disabledAt }) => disabledAt === null,
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
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the first failure since the last success, five days after which the webhook is disabled. Null without one.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

nodeFinder('Webhook', (context, id) =>
  canSeeWebhooks(context.caller) ? nullIfNotFound(visibleWebhook(context, id)) : Promise.resolve(null),
)

export const WebhookConnectionRef = connectionType('Webhook', WebhookRef)
