import { sql } from 'kysely'
import type { Db, Transaction } from '../db/database.ts'
import { LINEAGE } from '../db/history/lineage.ts'
import { isDistributed } from '../db/sharding/is-distributed.ts'

/** The ends of an organization's log. */
export type Head = {
  /** All numbers given so far are at or below it, also those that a lost history may have given. */
  last: number
  /** The highest number that was deleted from the log. */
  forgotten: number
}

/**
 * SQL of the history of the database and of the table of heads. A restore that recreates the table has another
 * one, even in the same cluster. Only whether it changes is known, so a change costs numbers and nothing else.
 */
export const HEAD_LINEAGE = sql<string>`(${sql.raw(LINEAGE)}) || '/' || to_regclass('event_heads')::oid`

/** Numbers that are left out after a change of the history if the clock is behind the last number. */
const LEFT_OUT = sql.lit(1_000_000)

const MICROSECONDS = sql`(extract(epoch from statement_timestamp()) * 1000000)::bigint`

/**
 * SQL of the number after which a head continues. After a change of the history it is the time in microseconds, because
 * the lost end of the former one may have given the numbers after `last`. A constant gap does not suffice: two
 * histories that continue the same one, as after two restores of a backup, would both give the numbers after the gap.
 */
export const CONTINUED = sql<number>`case when lineage = ${HEAD_LINEAGE} then last
  when last < ${MICROSECONDS} then ${MICROSECONDS} else last + ${LEFT_OUT} end`

/** Creates the head of a new organization's log. */
export async function createHead(tx: Transaction, organizationId: number): Promise<void> {
  await sql`insert into event_heads (organization_id, lineage) values (${organizationId}, ${HEAD_LINEAGE})`.execute(
    tx,
  )
}

/** Locks the head of an organization's log until the end of the transaction, and returns the next number. */
export async function takeNumber(tx: Transaction, organizationId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    with head as materialized (
      select ${CONTINUED} + 1 as next, ${HEAD_LINEAGE} as present from event_heads
      where organization_id = ${organizationId} for update)
    update event_heads set last = (select next from head), lineage = (select present from head)
    where organization_id = ${organizationId} and exists (select 1 from head) returning last`.execute(tx)
  if (!rows[0]) throw new Error('The organization has no head of its log')
  return rows[0].last
}

/** Returns the head of an organization's log, and whether events wait for their number. */
export async function readHead(db: Db, organizationId: number): Promise<Head & { isWaiting: boolean }> {
  const { rows } = await sql<Head & { isWaiting: boolean }>`
    select ${CONTINUED} as last, forgotten,
      exists (select 1 from event_box where organization_id = ${organizationId}) as "isWaiting"
    from event_heads where organization_id = ${organizationId}`.execute(db)
  return rows[0] ?? { last: 0, forgotten: 0, isWaiting: false }
}

/** Returns the highest number that was deleted from the log. A reader before it may have missed events. */
export async function readForgotten(db: Db, organizationId: number): Promise<number> {
  const { rows } = await sql<{ forgotten: number }>`
    select forgotten from event_heads where organization_id = ${organizationId}`.execute(db)
  return rows[0]?.forgotten ?? 0
}

/** Whether recorded events of the organization wait for their number. Looks up one index entry. */
export async function hasUnnumbered(db: Db, organizationId: number): Promise<boolean> {
  const { rows } =
    await sql`select 1 from event_box where organization_id = ${organizationId} limit 1`.execute(db)
  return rows.length > 0
}

/** Number of organizations that `organizationsToNumber` returns at most. */
export const MAX_ORGANIZATIONS = 200
/** Age, in milliseconds, from which a recorded event is looked for. Its recorder numbers it before. */
const LATE_MS = 100

/**
 * Returns organizations whose recorded events still have no number, from a random one on, so that several processes
 * begin with different ones. Looks up one index entry for each.
 */
export async function organizationsToNumber(db: Db): Promise<number[]> {
  if (isDistributed(db)) return organizationsOfServers(db)
  const { rows } = await WAITING.execute(db)
  return rows.map(({ id }) => id)
}

const LATE = sql`${sql.lit(LATE_MS)} * interval '1 millisecond'`

/** Reads the whole box of each server, which contains only events without a number. */
async function organizationsOfServers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct organization_id as id from event_box where created_at < now() - ${LATE}`.execute(db)
  const first = Math.floor(Math.random() * rows.length)
  return [...rows.slice(first), ...rows.slice(0, first)].slice(0, MAX_ORGANIZATIONS).map(({ id }) => id)
}

const WAITING = sql<{ id: number }>`
    with recursive start as materialized (
      select floor(random() * (select max(id) from organizations))::int as id),
    upper as (
      (select organization_id as id, created_at from event_box where organization_id >= (select id from start)
        order by organization_id, event_id limit 1)
      union all
      select next.* from upper cross join lateral (
        select organization_id as id, created_at from event_box where organization_id > upper.id
        order by organization_id, event_id limit 1) next),
    lower as (
      (select organization_id as id, created_at from event_box where organization_id < (select id from start)
        order by organization_id, event_id limit 1)
      union all
      select next.* from lower cross join lateral (
        select organization_id as id, created_at from event_box
        where organization_id > lower.id and organization_id < (select id from start)
        order by organization_id, event_id limit 1) next)
    select id from (select * from upper union all select * from lower) waiting
    where created_at < clock_timestamp() - ${LATE} limit ${sql.lit(MAX_ORGANIZATIONS)}`
