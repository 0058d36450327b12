import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Actor } from '../../events/actor.ts'
import { recordDeletedChangelog } from './record-changelog-events.ts'
import { lockTranslationGroups } from './translation-group.ts'
import { lockChangelog } from './lock-changelog.ts'

/**
 * Deletes an entry in one locale; its posts and labels remain. If it is an original with translations, the oldest
 * translation becomes the original of the others, so that the translation group stays connected. Records the event.
 * Returns the id of the original of the group, or null if the group is empty.
 * @throws AppError NOT_FOUND
 */
export async function deleteChangelog(
  tx: Transaction,
  organizationId: number,
  id: number,
  actor: Actor,
): Promise<number | null> {
  await lockTranslationGroups(tx, organizationId)
  const changelog = await lockChangelog(tx, organizationId, id)
  const heir = await tx
    .selectFrom('changelogs')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('originalId', '=', id)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (heir) {
    await tx
      .updateTable('changelogs')
      .set({ originalId: sql<number | null>`nullif(${heir.id}::int, id)` })
      .where('organizationId', '=', organizationId)
      .where('originalId', '=', id)
      .execute()
  }
  await tx
    .deleteFrom('changelogs')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute()
  await recordDeletedChangelog(tx, actor, changelog)
  return heir?.id ?? changelog.originalId
}
