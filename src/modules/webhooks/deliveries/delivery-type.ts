import { eventIdOf } from '../../../events/cursor.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import { connectionType, pageArgs } from '../../../graphql/page.ts'
import { EventTypeRef } from '../../events/enums.ts'
import type { AttemptRow, DeliveryRow } from './delivery-row.ts'
import { AttemptOutcomeRef, DeliveryStateRef } from './enums.ts'
import { DeliveryFilterInput } from '../inputs.ts'
import { listDeliveries } from './list-deliveries.ts'
import { WebhookRef } from '../type.ts'

export const DeliveryRef = builder.objectRef<DeliveryRow>('WebhookDelivery')
export const AttemptRef = builder.objectRef<AttemptRow>('DeliveryAttempt')

DeliveryRef.implement({
  description: 'One event for one webhook. At least 30 days are kept.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'The webhook; null when it has been removed.',
      resolve: ({ webhookId }, _args, { load }) => load.webhook.find(webhookId),
    }),
    eventId: t.string({
      description: 'Id of the event, `evt_…`: what its receiver finds in `webhook-id`.',
      resolve: ({ eventPosition, eventId }) => eventIdOf({ position: eventPosition, id: eventId }),
    }),
    eventType: t.field({
      type: EventTypeRef,
      description: 'What happened.',
      resolve: ({ eventType }) => eventType as EventType,
    }),
    state: t.field({
      type: DeliveryStateRef,
      description: 'What has become of it.',
      resolve: ({ state }) => state,
    }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Why it was given up, held or canceled.',
    }),
    attemptsCount: t.int({
      description: 'How many attempts there were, those before a repetition included.',
      resolve: ({ attempts }) => attempts,
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the next attempt is due; null when none is.',
      resolve: ({ state, dueAt }) => (state === 'pending' ? dueAt : null),
    }),
    body: t.string({
      nullable: true,
      description: 'What was sent, byte for byte; null before the first attempt.',
      resolve: ({ id }, _args, { texts }) => texts.find(id, 'deliveries', 'body'),
    }),
    attempts: t.field({
      type: [AttemptRef],
      description: 'Its latest 20 attempts, oldest first.',
      resolve: ({ id }, _args, { load }) => load.attemptsOfDelivery(id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the event was recorded.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

AttemptRef.implement({
  description: 'One try of a delivery, or its refusal.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id, rising with time.' }),
    delivery: t.field({
      type: DeliveryRef,
      description: 'What was to be delivered.',
      resolve: ({ deliveryId }, _args, { load }) => load.delivery.one(deliveryId),
    }),
    number: t.exposeInt('number', { description: 'The how manieth of its delivery it is, from 1.' }),
    outcome: t.field({
      type: AttemptOutcomeRef,
      description: 'What came of it.',
      resolve: ({ outcome }) => outcome,
    }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status of the answer, if any.' }),
    durationMs: t.exposeInt('durationMs', { description: 'How long it took, in milliseconds.' }),
    response: t.string({
      nullable: true,
      description: 'The first 16 kB of the answer, if any.',
      resolve: ({ response }, _args, { budget }) => (response === null ? null : budget.spend(response)),
    }),
    error: t.exposeString('error', { nullable: true, description: 'Why it failed or was refused.' }),
    startedAt: t.field({
      type: 'DateTime',
      description: 'When it began.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
})

export const DeliveryConnectionRef = connectionType('WebhookDelivery', DeliveryRef)

builder.objectField(WebhookRef, 'deliveries', (t) =>
  t.field({
    type: DeliveryConnectionRef,
    description: 'What it was to be told, the latest event first.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: DeliveryFilterInput, description: 'Narrows the list.' }),
    },
    resolve: ({ id }, { filter, ...page }, { db, organizationId }) =>
      listDeliveries(db, organizationId, { webhookId: id, filter: filter ?? {}, page }),
  }),
)
