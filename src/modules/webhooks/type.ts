import type { EventName } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { EventNameRef } from '../oauth/enums.ts'
import { UserRef } from '../users/type.ts'
import type { WebhookRow } from './webhook-snapshot.ts'
import { userLoaders } from '../users/loaders.ts'

export const WebhookRef = builder.objectRef<WebhookRow>('Webhook').implement({
  description: 'A webhook, which receives events of the organization.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'Display name. Empty if it has none.' }),
    url: t.exposeString('url', { description: 'URL.' }),
    events: t.field({
      type: [EventNameRef],
      description: 'Events it subscribes to.',
      resolve: ({ events }) => events as EventName[],
    }),
    document: t.exposeString('document', {
      nullable: true,
      description:
        'Subscription whose result is the body. Null selects the built-in document of each event, which yields the documented body.',
    }),
    installId: t.exposeID('installId', {
      nullable: true,
      description: 'Id of the install it belongs to. Null for a webhook of the organization.',
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: "Person who created it. Null for an install's webhook.",
      resolve: ({ createdById }, _args, context) =>
        createdById === null ? null : userLoaders(context).byId.find(createdById),
    }),
    previousSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time until which deliveries are also signed with the previous secret. Null if the secret was never replaced.',
      resolve: ({ previousSecretUntil }) => previousSecretUntil,
    }),
    disabledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time at which it was disabled. Null while it is enabled; while it is disabled, its deliveries are held.',
      resolve: ({ disabledAt }) => disabledAt,
    }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Reason for which it is disabled.',
    }),
    failingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the first failure since the last success. The webhook is disabled after five days of failures.',
      resolve: ({ failingSince }) => failingSince,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

export const WebhookConnectionRef = connectionType('Webhook', WebhookRef)
