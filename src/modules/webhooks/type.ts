import type { EventName } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { EventNameRef } from '../oauth/enums.ts'
import { UserRef } from '../users/type.ts'
import type { WebhookRow } from './webhook-snapshot.ts'

export const WebhookRef = builder.objectRef<WebhookRow>('Webhook').implement({
  description: "Where the organization's events are sent.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    name: t.exposeString('name', { description: 'What it is called; empty when it has no name.' }),
    url: t.exposeString('url', { description: 'The address.' }),
    events: t.field({
      type: [EventNameRef],
      description: 'The events that are sent.',
      resolve: ({ events }) => events as EventName[],
    }),
    document: t.exposeString('document', {
      nullable: true,
      description:
        'The subscription whose answer is the body of what is sent; null for the documented body, of the documents that ship with the service.',
    }),
    installId: t.exposeID('installId', {
      nullable: true,
      description: "Id of the install that it belongs to; null for the organization's own.",
    }),
    createdBy: t.field({
      type: UserRef,
      nullable: true,
      description: "Who made it; null for an install's.",
      resolve: ({ createdById }, _args, { load }) =>
        createdById === null ? null : load.user.find(createdById),
    }),
    previousSecretUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Until when the signing secret before the present one signs too; null when it was never replaced.',
      resolve: ({ previousSecretUntil }) => previousSecretUntil,
    }),
    disabledAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is disabled, its deliveries being held; null while it is not.',
      resolve: ({ disabledAt }) => disabledAt,
    }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why it is disabled.',
    }),
    failingSince: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the failures began that no success has followed; after five days it is disabled.',
      resolve: ({ failingSince }) => failingSince,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ createdAt }) => createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
})

export const WebhookConnectionRef = connectionType('Webhook', WebhookRef)
