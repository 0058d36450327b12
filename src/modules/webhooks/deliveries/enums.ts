import type { AttemptOutcome, DeliveryState } from '../../../db/generated/tables.ts'
import { builder } from '../../../graphql/builder.ts'

export const DeliveryStateRef = builder.enumType('DeliveryState', {
  description: 'State of a delivery.',
  values: {
    PENDING: { value: 'pending', description: 'Waiting for its next attempt.' },
    SUCCEEDED: { value: 'succeeded', description: 'Delivered. The receiver returned a success status.' },
    FAILED: { value: 'failed', description: 'Failed after the last attempt of the schedule.' },
    HELD: { value: 'held', description: 'Held because its webhook is or was disabled.' },
    CANCELED: {
      value: 'canceled',
      description: 'Canceled because its webhook was deleted or no longer subscribes to the event.',
    },
  } as const satisfies Record<Uppercase<DeliveryState>, object>,
})

export const AttemptOutcomeRef = builder.enumType('AttemptOutcome', {
  description: 'Outcome of an attempt.',
  values: {
    DELIVERED: { value: 'delivered', description: 'Delivered. The receiver returned a success status.' },
    FAILED: { value: 'failed', description: 'Failed. The receiver returned another status, or no response.' },
    REFUSED: { value: 'refused', description: 'Refused before sending, for the reason in `error`.' },
  } as const satisfies Record<Uppercase<AttemptOutcome>, object>,
})
