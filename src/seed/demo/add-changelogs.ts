import type { Transaction } from '../../db/database.ts'
import { nextSlug, slugify } from '../../lib/text/slug.ts'
import { changelogText } from '../../modules/changelogs/changelog-text.ts'
import { reserveIds } from '../../db/writes/reserve-ids.ts'
import { idByKey, type DemoBase } from './create-base.ts'
import { planChangelogs, type PlannedEntry } from './plan-changelogs.ts'

/** Stores the changelogs in all languages, with labels and linked posts. */
export async function addChangelogs(
  tx: Transaction,
  { organization: { id: organizationId }, labels }: DemoBase,
  { now, people, posts }: { now: Date; people: Map<string, number>; posts: Map<string, number> },
): Promise<void> {
  const entries = planChangelogs(now)
  const reserved = await reserveIds(tx, 'changelogs', entries.length)
  const ids = new Map<PlannedEntry, number>(entries.map((entry, index) => [entry, reserved[index] as number]))
  const rows = rowsOf(entries, ids, people).map((row) => ({ organizationId, ...row }))
  await tx.insertInto('changelogs').values(rows).execute()
  const labelled = entries.flatMap((entry, index) =>
    entry.content.labels.map((label) => ({
      organizationId,
      changelogId: reserved[index] as number,
      labelId: idByKey(labels, label),
    })),
  )
  await tx.insertInto('changelogLabelEntries').values(labelled).execute()
  const linked = entries.flatMap((entry, index) =>
    entry.content.posts.map((post, position) => ({
      organizationId,
      changelogId: reserved[index] as number,
      postId: idByKey(posts, post),
      position,
    })),
  )
  await tx.insertInto('changelogPosts').values(linked).execute()
}

/** Returns the rows of the entries, with slugs that differ. */
function rowsOf(entries: PlannedEntry[], ids: Map<PlannedEntry, number>, people: Map<string, number>) {
  const slugs = new Set<string>()
  return entries.map((entry) => {
    const { content, title, locale, original, createdAt, updatedAt, publishedAt, scheduledAt } = entry
    const slug = nextSlug(slugify(title), slugs)
    slugs.add(slug)
    return {
      id: ids.get(entry),
      slug,
      title,
      ...changelogText(entry.html),
      locale,
      originalId: original ? (ids.get(original) ?? null) : null,
      authorId: idByKey(people, content.by),
      createdAt,
      updatedAt,
      publishedAt,
      scheduledAt,
    }
  })
}
