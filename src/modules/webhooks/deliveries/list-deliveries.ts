import { CompiledQuery } from 'kysely'
import { countRowsOf } from '../../../db/lists/count-rows.ts'
import type { Db } from '../../../db/database.ts'
import type { DeliveryState } from '../../../db/generated/tables.ts'
import {
  pageClauses,
  pageOf,
  type OrderColumn,
  type Page,
  type PageRequest,
} from '../../../db/lists/keyset.ts'
import { readPagesOfParents } from '../../../db/lists/pages-of-parents.ts'
import { Parameters } from '../../../db/lists/parameters.ts'
import type { Cursor } from '../../../events/cursor.ts'
import { snakeCase } from '../../../lib/text/case.ts'
import { assertDateRange } from '../../../lib/errors/date-range.ts'
import { DELIVERY_COLUMNS, type DeliveryRow } from './delivery-row.ts'

/** Null, undefined or empty fields do not restrict the list. */
export type DeliveryFilter = {
  webhookId?: number | null | undefined
  event?: Cursor | null | undefined
  /** Statuses of the last attempt, both ends included. */
  /** Lowest and highest status of the last attempt. */
  status?: { min: number; max: number } | null | undefined
  states?: readonly DeliveryState[] | null | undefined
  types?: readonly string[] | null | undefined
  /** Only events recorded at or after this time. */
  createdFrom?: Date | null | undefined
  /** Only events recorded before this time. */
  createdTo?: Date | null | undefined
}

export type DeliveryListRequest = { filter: DeliveryFilter; descending: boolean; page: PageRequest }

/**
 * Returns one page of the deliveries of an organization, in the order in which they were queued. They are
 * retained as long as events.
 * @throws AppError INVALID_PARAM for invalid page arguments, or a time range that ends before it starts
 */
export async function listDeliveries(
  db: Db,
  organizationId: number,
  { filter, descending, page }: DeliveryListRequest,
): Promise<Page<DeliveryRow>> {
  const { conditions, parameters } = conditionsOf(organizationId, filter)
  const list = { from: 'deliveries d', conditions: [...conditions], values: parameters.values }
  const order: OrderColumn<DeliveryRow>[] = [
    { column: 'd.id', descending, type: 'bigint', value: ({ id }) => id },
  ]
  const { seek, tail, read } = pageClauses(order, page, parameters)
  if (seek) conditions.push(seek)
  const text = `select ${COLUMNS} from deliveries d where ${conditions.join(' and ')} ${tail}`
  const { rows } = await db
    .withoutPlugins()
    .executeQuery<DeliveryRow>(CompiledQuery.raw(text, parameters.values))
  return pageOf(order, rows, read, () => countRowsOf(db, list))
}

/**
 * Returns the same page of the deliveries of several webhooks, in the order of their events, in one
 * statement. Each page has the id of its webhook.
 * @throws AppError as `listDeliveries`
 */
export async function deliveriesOfWebhooks(
  db: Db,
  organizationId: number,
  webhookIds: readonly number[],
  { filter, descending, page }: DeliveryListRequest,
): Promise<{ id: number; page: Page<DeliveryRow> }[]> {
  const { conditions, parameters } = conditionsOf(organizationId, filter)
  const order: OrderColumn<DeliveryRow>[] = [
    { column: 'd.event_position', descending, type: 'bigint', value: ({ eventPosition }) => eventPosition },
    { column: 'd.event_id', descending, type: 'bigint', value: ({ eventId }) => eventId },
  ]
  const list = {
    alias: 'd',
    from: 'deliveries d',
    conditions: ['d.webhook_id = wanted.id', ...conditions],
    values: parameters.values,
    order,
    columns: () => COLUMNS,
  }
  return readPagesOfParents<DeliveryRow>(db, webhookIds, list, page)
}

const COLUMNS = DELIVERY_COLUMNS.map((name) => `d.${snakeCase(name)} as "${name}"`).join(', ')

/** Ids of webhooks with deliveries, also of deleted ones, with one index lookup each. The key starts with them. */
const DELIVERED_WEBHOOKS = `with recursive found (webhook_id) as (
  select min(webhook_id) from deliveries where organization_id = $1
  union all
  select (select min(webhook_id) from deliveries where organization_id = $1 and webhook_id > found.webhook_id)
  from found where found.webhook_id is not null)
  select webhook_id from found where webhook_id is not null`

function conditionsOf(organizationId: number, filter: DeliveryFilter) {
  const { webhookId, event, status, states, types, createdFrom, createdTo } = filter
  assertDateRange(filter, 'filter.from')
  const parameters = new Parameters(organizationId)
  const conditions = ['d.organization_id = $1']
  if (webhookId != null) conditions.push(`d.webhook_id = ${parameters.add(webhookId)}::int`)
  if (event) {
    const position = `${parameters.add(event.position)}::bigint`
    conditions.push(`(d.event_position, d.event_id) = (${position}, ${parameters.add(event.id)}::bigint)`)
    conditions.push(`d.webhook_id = any(array(${DELIVERED_WEBHOOKS}))`)
  }
  if (status) {
    const [min, max] = [`${parameters.add(status.min)}::int`, `${parameters.add(status.max)}::int`]
    conditions.push(`exists (select 1 from delivery_attempts a where a.organization_id = d.organization_id
      and a.delivery_id = d.id and a.number = d.attempts and a.status between ${min} and ${max})`)
  }
  // Literals, so that the planner can use the partial index of undelivered deliveries.
  if (states?.length) conditions.push(`d.state in (${states.map((state) => `'${state}'`).join(', ')})`)
  if (types?.length) conditions.push(`d.event_type = any(${parameters.add(types)}::text[])`)
  if (createdFrom) conditions.push(`d.created_at >= ${parameters.add(createdFrom)}::timestamptz`)
  if (createdTo) conditions.push(`d.created_at < ${parameters.add(createdTo)}::timestamptz`)
  return { conditions, parameters }
}
