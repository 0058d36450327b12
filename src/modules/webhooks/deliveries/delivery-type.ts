import { eventIdOf } from '../../../events/cursor.ts'
import type { EventType } from '../../../events/catalogue.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nullIfNotFound } from '../../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../../graphql/schema/page.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { assertEventType, canSeeEvent } from '../../events/policy.ts'
import { EventRef } from '../../events/type.ts'
import type { AttemptRow, DeliveryRow } from './delivery-row.ts'
import { AttemptOutcomeRef, DeliveryStateRef } from './enums.ts'
import { toDeliveryFilter, WebhookDeliveryFilterInput, WebhookDeliveryOrderInput } from './inputs.ts'
import { WebhookRef } from '../type.ts'
import { HeaderRef } from './header-type.ts'
import type { HeaderPair } from './headers-of-attempts.ts'
import { deliveryLoaders } from './loaders.ts'
import { webhookLoaders } from '../loaders.ts'
import { canSeeWebhooks } from '../policy.ts'
import { visibleAttempt, visibleDelivery } from './visible-delivery.ts'

export const DeliveryRef = builder.objectRef<DeliveryRow>('WebhookDelivery')
export const AttemptRef = builder.objectRef<AttemptRow>('DeliveryAttempt')

DeliveryRef.implement({
  description: 'A delivery of one event to one webhook, retained as long as its event, 30 days by default.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('WebhookDelivery')),
    databaseId: t.expose('id', { type: 'BigInt', ...DATABASE_ID }),
    webhook: t.field({
      type: WebhookRef,
      nullable: true,
      description: 'Webhook of the delivery. Null if it was deleted.',
      resolve: ({ webhookId }, _args, context) => webhookLoaders(context).byId.find(webhookId),
    }),
    event: t.field({
      type: EventRef,
      nullable: true,
      description: 'The event. Null when it is no longer in the log.',
      resolve: ({ id }, _args, context) => eventOf(id, context),
    }),
    eventId: t.id({
      description: 'Id of the event, `evt_…`, sent in the header `webhook-id`.',
      resolve: ({ eventPosition, eventId }) => eventIdOf({ position: eventPosition, id: eventId }),
    }),
    eventType: t.field({
      type: EventTypeRef,
      description: 'Type of the event.',
      resolve: ({ eventType }) => eventType as EventType,
    }),
    state: t.expose('state', { type: DeliveryStateRef, description: 'State of the delivery.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason for which it failed, is held or was canceled. Null in other states.',
    }),
    attemptsCount: t.exposeInt('attempts', {
      description: 'Number of attempts, including those before a redelivery.',
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
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time at which the event was recorded.',
    }),
  }),
})

AttemptRef.implement({
  description: 'An attempt of a delivery, sent or refused.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('DeliveryAttempt')),
    databaseId: t.expose('id', { type: 'BigInt', ...DATABASE_ID }),
    delivery: t.field({
      type: DeliveryRef,
      description: 'Delivery of the attempt.',
      resolve: ({ deliveryId }, _args, context) => deliveryLoaders(context).byId.one(deliveryId),
    }),
    number: t.exposeInt('number', { description: 'Attempt number within the delivery, starting at 1.' }),
    outcome: t.expose('outcome', { type: AttemptOutcomeRef, description: 'Outcome of the attempt.' }),
    responseStatus: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the response. Null without one.',
    }),
    durationMs: t.exposeInt('durationMs', { description: 'Duration in milliseconds.' }),
    requestHeaders: t.field({
      type: [HeaderRef],
      description: 'Headers of the request as sent, with the signature. Empty if nothing was sent.',
      resolve: async (attempt, _args, context) =>
        spent(context, (await deliveryLoaders(context).headers.load(attempt)).requestHeaders),
    }),
    responseHeaders: t.field({
      type: [HeaderRef],
      description: 'Headers of the response, at most 100 and 8 kB. Values of cookies are replaced.',
      resolve: async (attempt, _args, context) =>
        spent(context, (await deliveryLoaders(context).headers.load(attempt)).responseHeaders),
    }),
    responseHeadersTruncated: t.boolean({
      description: 'Whether headers of the response are missing or cut.',
      resolve: async (attempt, _args, context) =>
        (await deliveryLoaders(context).headers.load(attempt)).headersTruncated,
    }),
    responseBody: t.string({
      nullable: true,
      description: 'First 16 kB of the body of the response. Null without one.',
      resolve: async ({ response }, _args, { budget }) => (response === null ? null : budget.spend(response)),
    }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Reason for which it failed or was refused. Null if there is none.',
    }),
    startedAt: t.expose('createdAt', { type: 'DateTime', description: 'Start time.' }),
  }),
})

export const DeliveryConnectionRef = connectionType('WebhookDelivery', DeliveryRef)

builder.objectField(WebhookRef, 'deliveries', (t) =>
  t.field({
    type: DeliveryConnectionRef,
    description: 'Deliveries of the webhook, newest first by default.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: WebhookDeliveryFilterInput, description: 'Filter of the list.' }),
      orderBy: t.arg({
        type: WebhookDeliveryOrderInput,
        description: 'Order. Default newest first.',
      }),
    },
    resolve: async ({ id }, { filter, orderBy, ...page }, context) => {
      const webhookId = databaseIdOf('Webhook', 'filter.webhookId', filter?.webhookId)
      const request = {
        filter: { ...toDeliveryFilter(filter), webhookId },
        descending: orderBy?.direction !== 'asc',
        page,
      }
      return (await deliveryLoaders(context).ofWebhook(request).one(id)).page
    },
  }),
)

nodeFinder('WebhookDelivery', (context, id) =>
  canSeeWebhooks(context.caller) ? nullIfNotFound(visibleDelivery(context, id)) : Promise.resolve(null),
)

nodeFinder('DeliveryAttempt', (context, id) =>
  canSeeWebhooks(context.caller) ? nullIfNotFound(visibleAttempt(context, id)) : Promise.resolve(null),
)

/** Counts headers against the budget of the operation. @throws AppError INVALID_PARAM above it */
function spent({ budget }: Context, headers: HeaderPair[]): HeaderPair[] {
  budget.spendItems(headers.length)
  for (const [name, value] of headers) budget.spend(name + value)
  return headers
}

/** @throws AppError MISSING_SCOPE for a token that may not read events of this type */
async function eventOf(deliveryId: number, context: Context) {
  const found = await deliveryLoaders(context).event.find(deliveryId)
  if (!found || !canSeeEvent(context.caller, found.event)) return null
  assertEventType(context.caller, found.event.type)
  return found.event
}
