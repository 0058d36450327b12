import type { Db } from '../../../db/database.ts'
import type { DeliveryState } from '../../../db/generated/tables.ts'
import { readPage, type PageRequest } from '../../../db/keyset.ts'
import { assertDateRange } from '../../../lib/time/date-range.ts'
import { DELIVERY_COLUMNS } from './delivery-row.ts'

/** What is null, undefined or empty narrows nothing. */
export type DeliveryFilter = {
  states?: readonly DeliveryState[] | null
  types?: readonly string[] | null
  /** Of events recorded at this moment or later. */
  createdFrom?: Date | null
  /** Of events recorded before this moment. */
  createdBefore?: Date | null
}

/**
 * One page of what a webhook was to be told, the latest event first, as far as the ledger is kept (30 days).
 * @throws AppError INVALID_PARAM for a bad page or a span that ends before it begins
 */
export function listDeliveries(
  db: Db,
  organizationId: number,
  { webhookId, filter, page }: { webhookId: number; filter: DeliveryFilter; page: PageRequest },
) {
  const { states, types, createdFrom, createdBefore } = filter
  assertDateRange(filter)
  return readPage(
    db
      .selectFrom('deliveries')
      .select(DELIVERY_COLUMNS)
      .where('organizationId', '=', organizationId)
      .where('webhookId', '=', webhookId)
      .$if(!!states?.length, (query) => query.where('state', 'in', states ?? []))
      .$if(!!types?.length, (query) => query.where('eventType', 'in', types ?? []))
      .$if(!!createdFrom, (query) => query.where('createdAt', '>=', createdFrom ?? new Date()))
      .$if(!!createdBefore, (query) => query.where('createdAt', '<', createdBefore ?? new Date())),
    [
      {
        column: 'event_position',
        descending: true,
        type: 'bigint',
        value: ({ eventPosition }) => eventPosition,
      },
      { column: 'event_id', descending: true, type: 'bigint', value: ({ eventId }) => eventId },
    ],
    page,
  )
}
