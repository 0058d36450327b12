import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../db/lists/keyset.ts'
import { WEBHOOK_COLUMNS, type WebhookRow } from './webhook-snapshot.ts'

/** Null, undefined or empty fields do not restrict the list. */
type WebhookFilter = {
  enabled?: boolean | null | undefined
  failing?: boolean | null | undefined
  eventTypes?: readonly string[] | null | undefined
  /** Only the webhook of this install. */
  installId?: number | null | undefined
}

type WebhookOrder = { field: 'createdAt' | 'name'; direction: 'asc' | 'desc' }

type WebhookListRequest = {
  filter: WebhookFilter
  order?: WebhookOrder | null | undefined
  page: PageRequest
}

/**
 * Returns one page of an organization's webhooks, by default oldest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listWebhooks(
  db: Db,
  organizationId: number,
  { filter: { enabled, failing, eventTypes, installId }, order, page }: WebhookListRequest,
) {
  return readPage(
    db,
    db
      .selectFrom('webhooks')
      .select(WEBHOOK_COLUMNS)
      .where('organizationId', '=', organizationId)
      .$if(installId != null, (query) => query.where('installId', '=', installId ?? 0))
      .$if(enabled != null, (query) => query.where('disabledAt', enabled ? 'is' : 'is not', null))
      .$if(failing != null, (query) => query.where('failingSince', failing ? 'is not' : 'is', null))
      .$if(!!eventTypes?.length, (query) => query.where(sql<boolean>`events && ${eventTypes}::text[]`)),
    columnsOf(order ?? { field: 'createdAt', direction: 'asc' }),
    page,
  )
}

/** Ids ascend with the time of creation. */
function columnsOf({ field, direction }: WebhookOrder): OrderColumn<WebhookRow>[] {
  const descending = direction === 'desc'
  const id: OrderColumn<WebhookRow> = {
    column: 'webhooks.id',
    descending,
    type: 'int',
    value: (row) => row.id,
  }
  return field === 'createdAt'
    ? [id]
    : [{ column: 'webhooks.name', descending, type: 'text', value: ({ name }) => name }, id]
}
