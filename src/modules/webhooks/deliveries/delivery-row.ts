import { sql } from 'kysely'
import type { Delivery, DeliveryAttempt } from '../../../db/rows.ts'

/** A row of `deliveries` without the body. */
export type DeliveryRow = Omit<Delivery, 'body'>
/** A row of `delivery_attempts` without the headers. */
export type AttemptRow = Omit<DeliveryAttempt, 'requestHeaders' | 'responseHeaders' | 'headersTruncated'>

/** Columns of `AttemptRow`. */
export const ATTEMPT_COLUMNS = [
  'organizationId',
  'webhookId',
  'deliveryId',
  'id',
  'number',
  'outcome',
  'status',
  'durationMs',
  'response',
  'error',
  'createdAt',
] as const satisfies (keyof AttemptRow)[]

/** Columns of `DeliveryRow`. */
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

/**
 * SQL that makes a delivery due immediately. Its schedule restarts, unless it is still running. The count of
 * attempts continues.
 */
export const QUEUED = sql`state = 'pending', due_at = now(), reason = null, updated_at = now(),
  tries = case when state = 'pending' then tries else 0 end`
