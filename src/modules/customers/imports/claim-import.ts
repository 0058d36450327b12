import { sql } from 'kysely'
import type { Db, Transaction } from '../../../db/database.ts'
import { isNoneOf } from '../../../db/lists/is-none-of.ts'
import type { Actor, ActorColumns } from '../../../events/actor.ts'
import { CUSTOMERS_CSV } from './customers-csv.ts'

/** Key of an import. */
export type ImportKey = { organizationId: number; id: number }

/** An unfinished import that is locked until the transaction ends. */
export type ClaimedImport = ImportKey & { actor: Actor }

/** Whether an import is unfinished. Checks before a transaction starts, so that an idle service writes nothing. */
export async function hasUnfinishedImports(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from import_runs
    where source = ${CUSTOMERS_CSV} and state <> 'done' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Locks the next import, or returns null if there is none. Organizations take turns, and have one batch at a time:
 * only the oldest unfinished import of each can be locked. The lock ends with the connection, so that others continue
 * the import of a killed process.
 */
export async function claimImport(
  tx: Transaction,
  except: readonly ImportKey[],
): Promise<ClaimedImport | null> {
  const { rows: next } = await sql<ImportKey>`
    select r.organization_id as "organizationId", r.id from import_runs r
    where r.source = ${CUSTOMERS_CSV} and r.state <> 'done' and ${isFirst('r')}
      and ${isNoneOf(sql`r`, except)}
    order by r.updated_at limit ${sql.lit(CANDIDATES)}`.execute(tx)
  for (const { organizationId, id } of next) {
    const { rows } = await sql<ActorColumns>`
      select r.actor_kind as "actorKind", r.actor_id as "actorId", r.actor_user_id as "actorUserId" from import_runs r
      where r.organization_id = ${organizationId} and r.id = ${id} and r.source = ${CUSTOMERS_CSV} and r.state <> 'done' and ${isFirst('r')}
      for update of r skip locked`.execute(tx)
    if (rows[0]) return { organizationId, id, actor: actorOf(rows[0]) }
  }
  return null
}

/** Number of imports of which the first one without a lock is claimed. More processes than these are rare. */
const CANDIDATES = 20

/** SQL condition that an import is the oldest unfinished one of its organization. */
const isFirst = (run: string) =>
  sql.raw(`not exists (select 1 from import_runs o where o.organization_id = ${run}.organization_id
    and o.source = ${run}.source and o.id < ${run}.id and o.state <> 'done')`)

function actorOf({ actorKind, actorId, actorUserId }: ActorColumns): Actor {
  if (actorId === null || actorKind === null || actorKind === 'system') return { kind: 'system' }
  return actorKind === 'install'
    ? { kind: 'install', id: actorId, userId: actorUserId }
    : { kind: actorKind, id: actorId }
}
