import { sql, type Selectable } from 'kysely'
import type { Delivery, DeliveryAttempt } from '../../../db/generated/tables.ts'

/** A row of the ledger without the bytes that were sent. */
export type DeliveryRow = Omit<Selectable<Delivery>, 'body'>
export type AttemptRow = Selectable<DeliveryAttempt>

/** The columns of `DeliveryRow`. */
export const DELIVERY_COLUMNS = [
  'organizationId',
  'webhookId',
  'eventPosition',
  'eventId',
  'id',
  'eventType',
  'state',
  'dueAt',
  'attempts',
  'tries',
  'reason',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof DeliveryRow)[]

/** SQL that sets a delivery to be made at once, its schedule begun anew unless it was still running. Attempts go on counting. */
export const QUEUED = sql`state = 'pending', due_at = now(), reason = null, updated_at = now(),
  tries = case when state = 'pending' then tries else 0 end`
