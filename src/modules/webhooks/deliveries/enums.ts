import type { AttemptOutcome, DeliveryState } from '../../../db/generated/tables.ts'
import { builder } from '../../../graphql/builder.ts'

export const DeliveryStateRef = builder.enumType('DeliveryState', {
  description: 'What has become of a delivery.',
  values: {
    pending: { value: 'pending', description: 'Waits for its next attempt.' },
    succeeded: { value: 'succeeded', description: 'The receiver answered with success.' },
    failed: { value: 'failed', description: 'Given up after the last attempt of the schedule.' },
    held: { value: 'held', description: 'Waits until its webhook is enabled.' },
    canceled: { value: 'canceled', description: 'Its webhook was removed before it was delivered.' },
  } as const satisfies Record<DeliveryState, object>,
})

export const AttemptOutcomeRef = builder.enumType('AttemptOutcome', {
  description: 'What came of one attempt.',
  values: {
    delivered: { value: 'delivered', description: 'The receiver answered with success.' },
    failed: { value: 'failed', description: 'The receiver answered otherwise, or not at all.' },
    refused: { value: 'refused', description: 'Nothing was sent; the error says why.' },
  } as const satisfies Record<AttemptOutcome, object>,
})
