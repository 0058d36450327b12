import { builder } from '../../../graphql/builder.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { DeliveryStateRef } from './enums.ts'

export const DeliveryFilterInput = builder.inputType('WebhookDeliveryFilter', {
  description: 'Filter of a list of deliveries. Omitted fields do not restrict it.',
  fields: (t) => ({
    states: t.field({ type: [DeliveryStateRef], description: 'Only deliveries in any of these states.' }),
    types: t.field({ type: [EventTypeRef], description: 'Only deliveries of events of these types.' }),
    createdFrom: t.field({
      type: 'DateTime',
      description: 'Only deliveries of events recorded at or after this time.',
    }),
    createdBefore: t.field({
      type: 'DateTime',
      description: 'Only deliveries of events recorded before this time.',
    }),
  }),
})
