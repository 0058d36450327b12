import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/database.ts'
import type { Event, EventOrder } from '../db/rows.ts'

/**
 * A numbered event. `ofPost`, the post of an event about a post, a vote or a comment, and `ofObject`, the subject of
 * an event not about a post or a vote, are indexed in the order of the log.
 */
export type LoggedEvent = Event & Pick<EventOrder, 'ofPost' | 'ofObject'> & { position: number }

/** SQL of `of_post` and `of_object` of a row of `events`. */
export const OF_POST = sql`case when post_id is not null or type like 'post%' then coalesce(post_id, subject_id) end`
export const OF_OBJECT = sql`case when type not like 'post%' and type not like 'vote%' then subject_id end`

const COLUMNS = `e.organization_id, e.id, e.type, e.subject_id, e.post_id, e.actor_kind, e.actor_id, e.actor_user_id,
    e.snapshot, e.before, e.after, e.size, e.created_at`

/** Text of the numbered events, without the condition on the organization `o.organization_id`. */
export const LOGGED_TEXT = `select o.number as position, o.of_post, o.of_object, ${COLUMNS}
  from event_order o join events e
    on e.organization_id = o.organization_id and e.id = o.event_id and e.created_at = o.created_at`

/**
 * Selects from the numbered events of an organization, under the name `events`. PostgreSQL reads them in the order of
 * `position` without sorting. `only` is a condition on `o`, the order.
 */
export function selectLogged(db: Db, organizationId: number, only: RawBuilder<unknown> = sql`true`) {
  return db.selectFrom(
    sql<LoggedEvent>`(${sql.raw(LOGGED_TEXT)} where o.organization_id = ${organizationId} and ${only})`.as(
      'events',
    ),
  )
}

/**
 * Selects from the numbered events of an organization with numbers in a range, under the name `events`. Rows are read
 * and compared one after another in the order of the log, for any statistics of the tables.
 */
export function selectForward(db: Db, organizationId: number, after: number, end: number | undefined) {
  return db.selectFrom(
    sql<LoggedEvent>`(
      select o.number as position, o.of_post, o.of_object, ${sql.raw(COLUMNS)}
      from (
        select * from event_order where organization_id = ${organizationId} and number > ${after}
          ${end === undefined ? sql`` : sql`and number <= ${end}`}
        order by number) o
      cross join lateral (
        select * from events where organization_id = ${organizationId} and id = o.event_id and created_at = o.created_at
        offset 0) e)`.as('events'),
  )
}
