import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { nextDigestAt } from './next-digest-at.ts'
import { openTopics, type TopicEvents } from './open-topics.ts'
import { NOTIFYING_EVENTS, topicOf, type NotifyingEvent } from './topic-keys.ts'

/** Maximum number of organizations of one round, and of events of one transaction. */
const ORGANIZATIONS = 100
const BATCH = 500

/**
 * Reads what is new in the event logs of all organizations, and adds it to topics. Any number of processes may do so.
 * The position and the topics of an organization change in one transaction, so that each event is added once. Returns
 * whether there may be more.
 */
export async function readLogs(db: Db, windowMs: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select h.organization_id as id from event_heads h left join notification_cursors l on l.organization_id = h.organization_id
    where h.last > coalesce(l.read_to, 0) order by random() limit ${sql.lit(ORGANIZATIONS)}`.execute(db)
  let more = rows.length === ORGANIZATIONS
  for (const { id } of rows) {
    const isBehind = await inTransaction(db, (tx) => readLog(tx, id, windowMs))
    more ||= isBehind
  }
  return more
}

/** Reads the next events of an organization, unless another process does. Returns whether there may be more. */
async function readLog(tx: Transaction, organizationId: number, windowMs: number): Promise<boolean> {
  const readTo = await lockCursor(tx, organizationId)
  if (readTo === null) return false
  const events = await readNext(tx, organizationId, readTo)
  const last = events.at(-1)
  if (!last) return false
  const topics = topicsOf(events, await wantsPosts(tx, organizationId, events))
  await openTopics(tx, organizationId, topics, windowMs)
  await tx
    .updateTable('notificationCursors')
    .set({ readTo: last.position })
    .where('organizationId', '=', organizationId)
    .execute()
  return events.length === BATCH
}

/** Locks the position of an organization, which begins with 0. Returns null while another process holds it. */
async function lockCursor(tx: Transaction, organizationId: number): Promise<number | null> {
  const lock = () =>
    tx
      .selectFrom('notificationCursors')
      .select('readTo')
      .where('organizationId', '=', organizationId)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
  const cursor = await lock()
  if (cursor) return cursor.readTo
  await tx
    .insertInto('notificationCursors')
    .values({ organizationId, readTo: 0, digestDueAt: nextDigestAt('UTC') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await lock())?.readTo ?? null
}

/** Reads the next events in the order of the log. One whose week was dropped has only its position. */
async function readNext(tx: Transaction, organizationId: number, readTo: number): Promise<NotifyingEvent[]> {
  const { rows } = await sql<NotifyingEvent>`
    select o.number as position, coalesce(e.type, '') as type, e.subject_id as "subjectId", e.post_id as "postId",
      o.created_at as "createdAt", e.has_status as "hasStatus", e.is_approval as "isApproval", e.is_pending as "isPending",
      e.parent_id as "parentId", e.original_id as "originalId", e.is_by_user as "isByUser"
    from (
      select number, event_id, created_at from event_order where organization_id = ${organizationId} and number > ${readTo}
      order by number limit ${sql.lit(BATCH)}) o
    left join lateral (
      select type, subject_id, post_id, coalesce(after ? 'status', false) as has_status,
        coalesce(after ->> 'approval_status' = 'approved', false) as is_approval,
        coalesce(type like '%created' and snapshot ->> 'approvalStatus' = 'pending', false) as is_pending,
        (snapshot -> 'mergeParent' ->> 'id')::int as parent_id, (snapshot ->> 'originalId')::int as original_id,
        coalesce(actor_kind = 'user', false) as is_by_user
      from events where organization_id = ${organizationId} and id = o.event_id and created_at = o.created_at
        and type = any(${NOTIFYING_EVENTS}) offset 0) e on true
    order by o.number`.execute(tx)
  return rows
}

/** Returns whether anybody in the team is notified of new posts. Reads nothing without one. */
async function wantsPosts(tx: Transaction, organizationId: number, events: readonly NotifyingEvent[]) {
  if (!events.some(({ type }) => type === 'post_created')) return false
  const wish = await tx
    .selectFrom('notificationPreferences')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('kind', '=', 'team_post')
    .where((where) => where.or([where('frequency', '<>', 'never'), where('inBell', '=', true)]))
    .limit(1)
    .executeTakeFirst()
  return wish !== undefined
}

function topicsOf(events: readonly NotifyingEvent[], wantsPosts: boolean): TopicEvents[] {
  const topics = new Map<string, TopicEvents>()
  for (const event of events) {
    const key = topicOf(event, { wantsPosts })
    if (!key) continue
    const name = `${key.subject} ${key.subjectId}`
    const at = { number: event.position, at: event.createdAt }
    const before = topics.get(name)
    const postIds = [...new Set([...(before?.postIds ?? []), ...key.postIds])]
    topics.set(name, { ...key, postIds, first: before?.first ?? at, last: at })
  }
  return [...topics.values()]
}
