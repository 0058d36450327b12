import { builder } from '../../../graphql/builder.ts'
import { eventCursorOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { orderType } from '../../../graphql/schema/page.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { DeliveryStateRef } from './enums.ts'
import type { DeliveryFilter } from './list-deliveries.ts'

const HttpStatusRangeInput = builder.inputType('HttpStatusRangeInput', {
  description: 'A range of HTTP statuses, both limits included.',
  fields: (t) => ({
    min: t.int({ required: true, description: 'Lowest status, such as 500.' }),
    max: t.int({ required: true, description: 'Highest status, such as 599.' }),
  }),
})

export const WebhookDeliveryFilterInput = builder.inputType('WebhookDeliveryFilter', {
  description: 'Filter of a list of deliveries. Omitted fields do not restrict it.',
  fields: (t) => ({
    webhookId: t.id(
      nodeIdInput('Webhook', { description: 'Only deliveries of this webhook, which may be deleted.' }),
    ),
    states: t.field({ type: [DeliveryStateRef], description: 'Only deliveries in any of these states.' }),
    eventId: t.id({ description: 'Only deliveries of the event with this id, such as `evt_1a_2b`.' }),
    responseStatus: t.field({
      type: HttpStatusRangeInput,
      description: 'Only deliveries whose last attempt received a status in this range.',
    }),
    eventTypes: t.field({ type: [EventTypeRef], description: 'Only deliveries of events of these types.' }),
    from: t.field({
      type: 'DateTime',
      description: 'Only deliveries of events recorded at or after this time.',
    }),
    to: t.field({ type: 'DateTime', description: 'Only deliveries of events recorded before this time.' }),
  }),
})

export const WebhookDeliveryOrderInput = orderType('WebhookDelivery', {
  CREATED_AT: { value: 'createdAt', description: 'Order of the events.' },
} as const)

type FilterInput = {
  eventId?: string | null | undefined
  responseStatus?: DeliveryFilter['status']
  states?: DeliveryFilter['states']
  eventTypes?: DeliveryFilter['types']
  from?: Date | null | undefined
  to?: Date | null | undefined
}

/** Returns the filter of an input. @throws AppError INVALID_PARAM for an `eventId` that is not the id of an event */
export const toDeliveryFilter = (input: FilterInput | null | undefined): DeliveryFilter => ({
  event: input?.eventId == null ? null : eventCursorOf('filter.eventId', input.eventId),
  status: input?.responseStatus,
  states: input?.states,
  types: input?.eventTypes,
  createdFrom: input?.from,
  createdTo: input?.to,
})
