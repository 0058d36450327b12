import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { storeDocuments } from '../../modules/search/store-documents.ts'
import { storeOldAddresses } from '../../modules/posts/old-addresses/store-old-addresses.ts'
import type { ChangelogRecord } from '../records.ts'
import type { Applied, Shape } from './drafts.ts'
import { attachPictures } from './pictures.ts'
import { findIds } from './refs.ts'
import { recordKey, lose, type Step } from './step.ts'
import { updateColumns } from './store-rows.ts'

type Links = {
  labels: { entry: number; label: number }[]
  posts: { entry: number; post: number; position: number }[]
}

/** Resolves the labels and posts of new entries. Those that are missing are left out and counted. */
export async function linksOf(step: Step, applied: readonly Applied<ChangelogRecord>[]): Promise<Links> {
  const created = applied.filter(({ outcome }) => outcome === 'created')
  const posts = await findIds(
    step,
    'post',
    created.flatMap(({ draft }) => draft.record.posts),
  )
  const links: Links = { labels: [], posts: [] }
  const miss = (what: string, kind: string, id: string) => {
    if (!step.memory.left.has(recordKey(kind, id)))
      lose(step.tally, { what, count: 1, reason: 'The object does not exist.' })
  }
  for (const { id: entry, draft } of created) {
    const labels = new Set(
      draft.record.labels.flatMap(
        (label) => step.world.became.label.get(label) ?? (miss('labels of entries', 'label', label), []),
      ),
    )
    for (const label of labels) links.labels.push({ entry, label })
    const ids = new Set(
      draft.record.posts.flatMap((post) => posts.get(post) ?? (miss('posts of entries', 'post', post), [])),
    )
    let position = 0
    for (const post of ids) links.posts.push({ entry, post, position: position++ })
  }
  return links
}

/** Stores the labels, posts, texts and addresses of entries. */
export async function storeChangelogParts(
  step: Step,
  shape: Shape,
  applied: readonly Applied<ChangelogRecord>[],
  { labels, posts }: Links,
): Promise<void> {
  const { db, session } = step
  if (labels.length > 0)
    await sql`insert into changelog_label_entries (organization_id, changelog_id, label_id)
      select ${session.organizationId}::int, r.entry, r.label
      from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as r(entry int, label int)`.execute(db)
  if (posts.length > 0)
    await sql`insert into changelog_posts (organization_id, changelog_id, post_id, position)
      select ${session.organizationId}::int, r.entry, r.post, r.position
      from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as r(entry int, post int, position int)`.execute(
      db,
    )
  await storeTexts(step, shape, applied)
  const addresses = applied.flatMap(({ draft, id }) =>
    draft.record.paths.map((path) => ({
      path,
      kind: 'changelog' as const,
      localId: id,
      runId: session.runId,
    })),
  )
  await storeOldAddresses(db as Transaction, session.organizationId, addresses)
}

/** Stores the derived texts of changed entries, and the documents by which entries are found. */
async function storeTexts(
  step: Step,
  shape: Shape,
  applied: readonly Applied<ChangelogRecord>[],
): Promise<void> {
  const { db, session } = step
  const changed = applied.filter(({ set }) => 'description_html' in set || 'title' in set)
  const derived = ({ description, preview, description_markdown }: Readonly<Record<string, unknown>>) => ({
    description,
    preview,
    description_markdown,
  })
  const updated = changed.filter(({ outcome, set }) => outcome === 'updated' && 'description_html' in set)
  await updateColumns(
    step,
    shape,
    updated.map(({ id, draft }) => ({ id, set: derived(draft.values) })),
  )
  if (changed.length > 0) {
    const { rows } = await sql<{
      id: number
      title: string
      body: string
    }>`select id, title, description as body
      from changelogs where organization_id = ${session.organizationId} and id = any(${changed.map(({ id }) => id)}::int[])`.execute(
      db,
    )
    await storeDocuments(db as Transaction, 'changelog', session.organizationId, rows)
  }
  await attachPictures(
    step,
    changed.map(({ set }) => set['description_html']),
  )
}
