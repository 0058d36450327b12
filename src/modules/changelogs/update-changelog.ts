import type { Transaction } from '../../db/database.ts'
import { readDatabaseTime } from '../../db/time.ts'
import { requiredText } from '../../lib/fields.ts'
import { changelogText } from './changelog-text.ts'
import { assertLocaleFree, lockTranslationGroups } from './translation-group.ts'
import { assertLocale } from './locales.ts'
import { lockChangelog } from './lock-changelog.ts'
import { nextPublicationDates, type Publication } from './publication-dates.ts'
import { recordChangelogChanges } from './record-changelog-events.ts'
import { readPostReferences } from './read-post-references.ts'
import { setChangelogLabels } from './set-changelog-labels.ts'
import { setChangelogPosts } from './set-changelog-posts.ts'

/** What is undefined stays as it is; so does what is null, but for a description, which null empties, and a schedule. */
export type ChangelogChanges = Publication & {
  title?: string | null
  description?: string | null
  locale?: string | null
  /** In their order. */
  postIds?: number[] | null
  labelIds?: number[] | null
}

/** Where the organization's public pages live, for the addresses of posts that are told of. */
type Portal = { portalUrl: string }

/**
 * Changes an entry; its slug stays. A change that changes nothing leaves it untouched, its `updatedAt` included; any other is
 * recorded. Returns its row.
 * @throws AppError NOT_FOUND; INVALID_PARAM for an unknown locale; ALREADY_EXISTS for one that the family has;
 * UNPROCESSABLE for a post or label that is not there, and as `nextPublicationDates`
 */
export async function updateChangelog(
  tx: Transaction,
  organizationId: number,
  id: number,
  changes: ChangelogChanges & Portal,
) {
  const { title, description, locale, postIds, labelIds, portalUrl } = changes
  if (locale != null) {
    assertLocale(locale)
    await lockTranslationGroups(tx, organizationId)
  }
  const before = await lockChangelog(tx, organizationId, id)
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
  await recordChangelogChanges(tx, [{ before, after, posts: reported, labels }])
  return after
}

const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value)
