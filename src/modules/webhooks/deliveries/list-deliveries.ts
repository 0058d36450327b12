import type { Db } from '../../../db/database.ts'
import type { DeliveryState } from '../../../db/generated/tables.ts'
import { readPage, type PageRequest } from '../../../db/keyset.ts'
import { assertDateRange } from '../../../lib/time/date-range.ts'
import { DELIVERY_COLUMNS } from './delivery-row.ts'

/** Null, undefined or empty fields do not restrict the list. */
export type DeliveryFilter = {
  states?: readonly DeliveryState[] | null | undefined
  types?: readonly string[] | null | undefined
  /** Only events recorded at or after this time. */
  createdFrom?: Date | null | undefined
  /** Only events recorded before this time. */
  createdBefore?: Date | null | undefined
}

/**
 * Returns one page of the deliveries of a webhook, latest event first. They are retained for 30 days.
 * @throws AppError INVALID_PARAM for invalid page arguments, or a time range that ends before it starts
 */
export function listDeliveries(
  db: Db,
  organizationId: number,
  { webhookId, filter, page }: { webhookId: number; filter: DeliveryFilter; page: PageRequest },
) {
  const { states, types, createdFrom, createdBefore } = filter
  assertDateRange(filter)
  return readPage(
    db,
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
