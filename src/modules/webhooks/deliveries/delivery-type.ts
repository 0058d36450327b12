import { eventIdOf } from '../../../events/cursor.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { connectionType, pageArgs } from '../../../graphql/schema/page.ts'
import { EventTypeRef } from '../../events/enums.ts'
import type { AttemptRow, DeliveryRow } from './delivery-row.ts'
import { AttemptOutcomeRef, DeliveryStateRef } from './enums.ts'
import { DeliveryFilterInput } from './inputs.ts'
import { listDeliveries } from './list-deliveries.ts'
import { WebhookRef } from '../type.ts'
import { deliveryLoaders } from './loaders.ts'
import { webhookLoaders } from '../loaders.ts'

export const DeliveryRef = builder.objectRef<DeliveryRow>('WebhookDelivery')
export const AttemptRef = builder.objectRef<AttemptRow>('DeliveryAttempt')

DeliveryRef.implement({
  description: 'A delivery of one event to one webhook, retained for at least 30 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'Webhook of the delivery. Null if it was deleted.',
      resolve: ({ webhookId }, _args, context) => webhookLoaders(context).byId.find(webhookId),
    }),
    eventId: t.string({
      description: 'Id of the event, `evt_…`, sent in the header `webhook-id`.',
      resolve: ({ eventPosition, eventId }) => eventIdOf({ position: eventPosition, id: eventId }),
    }),
    eventType: t.field({
      type: EventTypeRef,
      description: 'Type of the event.',
      resolve: ({ eventType }) => eventType as EventType,
    }),
    state: t.field({
      type: DeliveryStateRef,
      description: 'State of the delivery.',
      resolve: ({ state }) => state,
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason for which it failed, is held or was canceled.',
    }),
    attemptsCount: t.int({
      description: 'Number of attempts, including those before a redelivery.',
      resolve: ({ attempts }) => attempts,
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt. Null if none is due.',
      resolve: ({ state, dueAt }) => (state === 'pending' ? dueAt : null),
    }),
    body: t.string({
      nullable: true,
      description: 'Body as sent, byte for byte. Null before the first attempt.',
      resolve: ({ id }, _args, { texts }) => texts.find(id, 'deliveries', 'body'),
    }),
    attempts: t.field({
      type: [AttemptRef],
      description: 'Latest 20 attempts, oldest first.',
      resolve: ({ id }, _args, context) => deliveryLoaders(context).attempts(id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the event was recorded.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

AttemptRef.implement({
  description: 'An attempt of a delivery, sent or refused.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id, ascending with time.' }),
    delivery: t.field({
      type: DeliveryRef,
      description: 'Delivery of the attempt.',
      resolve: ({ deliveryId }, _args, context) => deliveryLoaders(context).byId.one(deliveryId),
    }),
    number: t.exposeInt('number', { description: 'Attempt number within the delivery, starting at 1.' }),
    outcome: t.field({
      type: AttemptOutcomeRef,
      description: 'Outcome of the attempt.',
      resolve: ({ outcome }) => outcome,
    }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status of the response, if any.' }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    response: t.string({
      nullable: true,
      description: 'First 16 kB of the response, if any.',
      resolve: async ({ response }, _args, { budget }) => (response === null ? null : budget.spend(response)),
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Reason for which it failed or was refused.',
    }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'Start time.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

const DeliveryConnectionRef = connectionType('WebhookDelivery', DeliveryRef)

builder.objectField(WebhookRef, 'deliveries', (t) =>
  t.field({
    type: DeliveryConnectionRef,
    description: 'Deliveries of the webhook, latest event first.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: DeliveryFilterInput, description: 'Filter of the list.' }),
    },
    resolve: ({ id }, { filter, ...page }, { db, organizationId }) =>
      listDeliveries(db, organizationId, { webhookId: id, filter: filter ?? {}, page }),
  }),
)
