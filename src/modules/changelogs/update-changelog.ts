import type { Transaction } from '../../db/database.ts'
import { assertUnchanged } from '../../db/assert-unchanged.ts'
import { readDatabaseTime } from '../../db/time.ts'
import type { Actor } from '../../events/actor.ts'
import { requiredText } from '../../lib/fields.ts'
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
  const { title, description, locale, postIds, labelIds, portalUrl, ifUnchangedSince } = changes
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
    ...nextPublicationDates(before, changes, at),
  }
  const posts = postIds == null ? null : await setChangelogPosts(tx, organizationId, id, postIds)
  const labels = labelIds == null ? null : await setChangelogLabels(tx, organizationId, id, labelIds)
  const changed = Object.entries(next).some(
    ([field, value]) => plain(before[field as keyof typeof next]) !== plain(value),
  )
  if (!changed && !posts && !labels) return before
  const after = await tx
    .updateTable('changelogs')
    .set({ ...next, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const reported = posts && (await readPostReferences(tx, organizationId, posts, portalUrl))
  await recordChangelogChanges(tx, changes.actor, [{ before, after, posts: reported, labels }])
  return after
}

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value)
