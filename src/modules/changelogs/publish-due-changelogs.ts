import { sql } from 'kysely'
import { idsByOrganization } from '../../db/writes/by-organization.ts'
import type { Db, Transaction } from '../../db/database.ts'
import type { Changelog } from '../../db/rows.ts'
import { databaseNow, nextUpdatedAt } from '../../db/time.ts'
import { SYSTEM } from '../../events/actor.ts'
import { recordChangelogChanges } from './record-changelog-events.ts'

type PublishedChangelog = Changelog
export type ChangelogKey = { organizationId: number; id: number }

export type DueChangelogs = {
  limit: number
  /** Restricts the result to these entries. */
  only?: readonly ChangelogKey[]
  /** Excludes these entries. */
  except?: readonly ChangelogKey[]
}

/**
 * Publishes up to `limit` due entries of all organizations, by the database's clock. Returns their rows, the
 * longest due first. Rows that another transaction has locked are skipped, so that concurrent processes
 * publish each entry exactly once. Records the same events as `updateChangelog`.
 */
export async function publishDueChangelogs(
  tx: Transaction,
  which: DueChangelogs = { limit: 100 },
): Promise<PublishedChangelog[]> {
  const due = await dueNow(tx, which).execute()
  if (due.length === 0) return []
  const scheduledAt = new Map<number, Date | null>()
  const rows: PublishedChangelog[] = []
  for (const [organizationId, ids] of idsByOrganization(due)) {
    const locked = await lockDue(tx, organizationId, ids)
    for (const { id, scheduledAt: at } of locked) scheduledAt.set(id, at)
    rows.push(...(await publish(tx, organizationId, locked)))
  }
  const position = new Map(due.map(({ id }, index) => [id, index]))
  rows.sort((one, other) => (position.get(one.id) ?? 0) - (position.get(other.id) ?? 0))
  await recordChangelogChanges(
    tx,
    SYSTEM,
    rows.map((after) => ({
      before: { ...after, publishedAt: null, scheduledAt: scheduledAt.get(after.id) ?? null },
      after,
    })),
  )
  return rows
}

/** Locks the entries of an organization that are still due, except those that another transaction has locked. */
function lockDue(tx: Transaction, organizationId: number, ids: number[]) {
  return tx
    .selectFrom('changelogs')
    .select(['id', 'scheduledAt'])
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where('scheduledAt', '<=', databaseNow)
    .where('publishedAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
}

async function publish(
  tx: Transaction,
  organizationId: number,
  entries: { id: number }[],
): Promise<PublishedChangelog[]> {
  if (entries.length === 0) return []
  return tx
    .updateTable('changelogs')
    .set({ publishedAt: databaseNow, scheduledAt: null, updatedAt: nextUpdatedAt(databaseNow) })
    .where('organizationId', '=', organizationId)
    .where(sql<boolean>`id = any(${entries.map(({ id }) => id)}::int[])`)
    .returningAll()
    .execute()
}

/** Returns the keys of the due entries, the longest due first. */
export async function listDueChangelogs(db: Db, which: DueChangelogs): Promise<ChangelogKey[]> {
  return dueNow(db, which).execute()
}

/**
 * Returns the milliseconds until the next scheduled entry of any organization is due, by the database's
 * clock. Entries in `except` are ignored. Null if none is scheduled.
 */
export async function msUntilNextDue(db: Db, except: readonly ChangelogKey[] = []): Promise<number | null> {
  const row = await scheduled(db)
    .select(sql<number>`extract(epoch from scheduled_at - ${databaseNow})::float8 * 1000`.as('ms'))
    .where(isNoneOf(except))
    .limit(1)
    .executeTakeFirst()
  return row?.ms ?? null
}

function dueNow(db: Db, { limit, only, except = [] }: DueChangelogs) {
  return scheduled(db)
    .where('scheduledAt', '<=', databaseNow)
    .where(isNoneOf(except))
    .$if(only !== undefined, (query) => query.where(isOneOf(only ?? [])))
    .limit(limit)
}

function scheduled(db: Db) {
  return db
    .selectFrom('changelogs')
    .select(['organizationId', 'id', 'scheduledAt'])
    .where('scheduledAt', 'is not', null)
    .where('publishedAt', 'is', null)
    .orderBy('scheduledAt')
    .orderBy('organizationId')
    .orderBy('id')
}

const isOneOf = (keys: readonly ChangelogKey[]) =>
  sql<boolean>`(organization_id, id) in (select * from unnest(${keys.map(({ organizationId }) => organizationId)}::int[],
    ${keys.map(({ id }) => id)}::int[]))`

const isNoneOf = (keys: readonly ChangelogKey[]) =>
  keys.length === 0 ? sql<boolean>`true` : sql<boolean>`not ${isOneOf(keys)}`
