import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { executeParts } from '../../db/sharding/parts.ts'
import type { Changelog } from '../../db/rows.ts'
import { assertUnchanged } from '../../db/writes/assert-unchanged.ts'
import { readDatabaseTime, timeOfUpdate } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { requiredText } from '../../lib/text/fields.ts'
import { insertDocuments } from '../search/store-documents.ts'
import { attachingUploads } from '../uploads/attach-uploads.ts'
import { changelogText } from './changelog-text.ts'
import { assertLocaleFree, lockTranslationGroups } from './translation-group.ts'
import type { Locale } from './locales.ts'
import { lockChangelog } from './lock-changelog.ts'
import { nextPublicationDates, type Publication } from './publication-dates.ts'
import { recordChangelogChanges } from './record-changelog-events.ts'
import { readPostReferences } from './read-post-references.ts'
import { setChangelogLabels } from './set-changelog-labels.ts'
import { setChangelogPosts } from './set-changelog-posts.ts'

/**
 * Undefined and null fields are unchanged, with two exceptions: null clears the description and cancels a
 * schedule.
 */
type ChangelogChanges = Publication & {
  actor: Actor
  title?: string | null | undefined
  description?: string | null | undefined
  locale?: Locale | null | undefined
  /** In order. */
  postIds?: number[] | null | undefined
  labelIds?: number[] | null | undefined
  notify?: boolean | null | undefined
  ifUnchangedSince?: Date | null | undefined
}

/** Base URL of the organization's portal, for the URLs of posts in events. */
type Portal = { portalUrl: string }

/**
 * Updates an entry; its slug is unchanged. A change without effect leaves the row untouched, including
 * `updatedAt`; any other is recorded. Returns its row.
 * @throws AppError NOT_FOUND; CONFLICT if it was updated after `ifUnchangedSince`; ALREADY_EXISTS for a locale
 * that the translation group has; UNPROCESSABLE for an unknown post or label, and as `nextPublicationDates`
 */
export async function updateChangelog(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: ChangelogChanges & Portal,
) {
  const { title, description, locale, notify, postIds, labelIds, portalUrl, ifUnchangedSince } = changes
  if (locale != null) await lockTranslationGroups(tx, organizationId)
  const before = await lockChangelog(tx, organizationId, id)
  assertUnchanged(before, ifUnchangedSince)
  if (locale != null && locale !== before.locale) {
    const originalId = before.originalId ?? id
    await assertLocaleFree(tx, organizationId, { originalId, locale, exceptId: id })
  }
  const at = await readDatabaseTime(tx)
  const next = {
    ...(title != null && { title: requiredText('title', title) }),
    ...(description !== undefined && changelogText(description ?? '')),
    ...(locale != null && { locale }),
    ...(notify != null && { notify }),
    ...nextPublicationDates(before, changes, at),
  }
  const posts = postIds == null ? null : await setChangelogPosts(tx, organizationId, id, postIds)
  const labels = labelIds == null ? null : await setChangelogLabels(tx, organizationId, id, labelIds)
  const changed = Object.entries(next).some(
    ([field, value]) => !isDeepStrictEqual(before[field as keyof typeof next], value),
  )
  if (!changed && !posts && !labels) return before
  const after = await store(tx, before, { ...next, updatedAt: timeOfUpdate(before, at) })
  const reported = posts && (await readPostReferences(tx, organizationId, posts, portalUrl))
  await recordChangelogChanges(tx, changes.actor, [{ before, after, posts: reported, labels }])
  return after
}

/** Changes an entry, and its document if its text changes, in one statement. Returns its row. */
async function store(tx: Transaction, before: Changelog, next: Partial<Changelog>): Promise<Changelog> {
  const { organizationId, id } = before
  const { title, description } = { ...before, ...next }
  const isReworded = title !== before.title || description !== before.description
  const searched = isReworded ? [{ id, title, body: description }] : []
  const updated = tx
    .updateTable('changelogs')
    .set(next)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
  const parts = [
    { name: 'document', query: insertDocuments('changelog', organizationId, searched) },
    ...attachingUploads(organizationId, next.descriptionHtml),
    { name: 'changelog', query: sql`${updated}` },
  ]
  const [changelog] = await executeParts<Changelog>(tx, parts, 'changelog')
  if (!changelog) throw new Error('PostgreSQL returned no row')
  return changelog
}
