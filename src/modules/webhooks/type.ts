import type { Selectable } from 'kysely'
import type { Webhook } from '../../db/generated/tables.ts'
import type { EventName } from '../../events/catalogue.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'
import { EventNameRef } from '../oauth/enums.ts'

export const WebhookRef = builder.objectRef<Selectable<Webhook>>('Webhook').implement({
  description: "Where the organization's events are sent.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    url: t.exposeString('url', { description: 'The address.' }),
    events: t.field({
      type: [EventNameRef],
      description: 'The events that are sent.',
      resolve: ({ events }) => events as EventName[],
    }),
    installId: t.exposeID('installId', {
      nullable: true,
      description: "Id of the install that it belongs to; null for the organization's own.",
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
