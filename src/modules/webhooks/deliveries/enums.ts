import type { AttemptOutcome, DeliveryState } from '../../../db/generated/tables.ts'
import { enumType } from '../../../graphql/schema/enum.ts'

export const DeliveryStateRef = enumType<DeliveryState>('DeliveryState', 'State of a delivery.', {
  pending: 'Waiting for its next attempt.',
  succeeded: 'Delivered. The receiver returned a success status.',
  failed: 'Failed after the last attempt of the schedule.',
  held: 'Held because its webhook is or was disabled.',
  canceled: 'Canceled because its webhook was deleted or no longer subscribes to the event.',
})

export const AttemptOutcomeRef = enumType<AttemptOutcome>('AttemptOutcome', 'Outcome of an attempt.', {
  delivered: 'Delivered. The receiver returned a success status.',
  failed: 'Failed. The receiver returned another status, or no response.',
  refused: 'Refused before sending, for the reason in `error`.',
})
