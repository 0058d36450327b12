import { sql, type Selectable } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import type { Changelog } from '../../db/generated/tables.ts'
import { databaseNow } from '../../db/time.ts'
import { recordChangelogChanges } from './record-changelog-events.ts'

export type PublishedChangelog = Selectable<Changelog>

/**
 * Publishes up to `limit` entries whose scheduled moment has come by the database's clock, of all organizations, and returns them as they
 * are now, the longest due first. However many processes do this at once, each entry is published by one of them:
 * a row that another transaction holds is left to it, and whoever gets a row later finds it no longer due. Records the
 * same as publishing by hand.
 */
export async function publishDueChangelogs(tx: Transaction, limit = 100): Promise<PublishedChangelog[]> {
  const due = await tx
    .selectFrom('changelogs')
    .select(['organizationId', 'id', 'scheduledAt'])
    .where('scheduledAt', '<=', databaseNow)
    .where('publishedAt', 'is', null)
    .orderBy('scheduledAt')
    .orderBy('organizationId')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return []
  const rows = await tx
    .updateTable('changelogs')
    .set({ publishedAt: databaseNow, scheduledAt: null, updatedAt: databaseNow })
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('organizationId', 'id'),
        'in',
        due.map(({ organizationId, id }) => tuple(organizationId, id)),
      ),
    )
    .returningAll()
    .execute()
  const place = new Map(due.map(({ id }, index) => [id, index]))
  rows.sort((one, other) => (place.get(one.id) ?? 0) - (place.get(other.id) ?? 0))
  await recordChangelogChanges(
    tx,
    rows.map((after, index) => ({
      before: { ...after, publishedAt: null, scheduledAt: due[index]?.scheduledAt ?? null },
      after,
    })),
  )
  return rows
}

/** Milliseconds until the next scheduled entry of any organization is due, by the database's clock; null when none is scheduled. */
export async function msUntilNextDue(db: Db): Promise<number | null> {
  const row = await db
    .selectFrom('changelogs')
    .select(sql<number>`extract(epoch from scheduled_at - ${databaseNow})::float8 * 1000`.as('ms'))
    .where('scheduledAt', 'is not', null)
    .where('publishedAt', 'is', null)
    .orderBy('scheduledAt')
    .limit(1)
    .executeTakeFirst()
  return row?.ms ?? null
}
