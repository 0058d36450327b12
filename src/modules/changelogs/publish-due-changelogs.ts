import type { Selectable } from 'kysely'
import type { Db, Transaction } from '../../db/database.ts'
import type { Changelog } from '../../db/generated/tables.ts'
import { now } from '../../lib/clock.ts'
import { recordChangelogChanges } from './record-changelog-events.ts'

export type PublishedChangelog = Selectable<Changelog>

/**
 * Publishes up to `limit` entries whose scheduled moment has come, of all organizations, and returns them as they
 * are now, the longest due first. However many processes do this at once, each entry is published by one of them:
 * a row that another transaction holds is left to it, and whoever gets a row later finds it no longer due. Records the
 * same as publishing by hand.
 */
export async function publishDueChangelogs(tx: Transaction, limit = 100): Promise<PublishedChangelog[]> {
  const at = now()
  const due = await tx
    .selectFrom('changelogs')
    .select(['organizationId', 'id', 'scheduledAt'])
    .where('scheduledAt', '<=', at)
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
    .set({ publishedAt: at, scheduledAt: null, updatedAt: at })
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

/** When the next scheduled entry of any organization is due; null when none is scheduled. */
export async function nextDueMoment(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('changelogs')
    .select('scheduledAt')
    .where('scheduledAt', 'is not', null)
    .where('publishedAt', 'is', null)
    .orderBy('scheduledAt')
    .limit(1)
    .executeTakeFirst()
  return row?.scheduledAt ?? null
}
