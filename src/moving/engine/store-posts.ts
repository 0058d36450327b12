import { sql } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import { storeDocuments } from '../../modules/search/store-documents.ts'
import { storeOldAddresses } from '../../modules/posts/old-addresses/store-old-addresses.ts'
import type { PostRecord } from '../records.ts'
import type { Applied } from './drafts.ts'
import { attachPictures } from './pictures.ts'
import type { Step } from './step.ts'

/** Stores what belongs to posts beside their rows. */
export async function storePostParts(step: Step, applied: readonly Applied<PostRecord>[]): Promise<void> {
  const { session } = step
  const tx = step.db as Transaction
  const tagged = applied.filter(({ set }) => 'tag_ids' in set)
  const pairs = tagged.flatMap(({ id, set }) =>
    (set['tag_ids'] as number[]).map((tag) => ({ post: id, tag })),
  )
  const retagged = tagged.filter(({ outcome }) => outcome === 'updated').map(({ id }) => id)
  if (retagged.length > 0)
    await sql`delete from post_tags where organization_id = ${session.organizationId} and post_id = any(${retagged}::int[])`.execute(
      tx,
    )
  if (pairs.length > 0)
    await sql`insert into post_tags (organization_id, post_id, tag_id)
      select ${session.organizationId}::int, r.post, r.tag
      from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as r(post int, tag int)`.execute(tx)
  const moved = applied.filter(({ outcome, set }) => outcome === 'updated' && 'bucket_id' in set)
  if (moved.length > 0)
    await sql`update posts p set private = b.private from buckets b
      where p.organization_id = ${session.organizationId} and p.id = any(${moved.map(({ id }) => id)}::int[])
        and b.organization_id = ${session.organizationId} and b.id = p.bucket_id`.execute(tx)
  await storeTexts(step, applied)
  await attachPictures(
    step,
    applied.map(({ set }) => set['description_html']),
  )
  await storeOldAddresses(
    tx,
    session.organizationId,
    applied.flatMap(({ draft, id }) =>
      draft.record.paths.map((path) => ({ path, kind: 'post' as const, localId: id, runId: session.runId })),
    ),
  )
}

/** Stores the plain texts of changed posts, and the documents by which posts are found. */
async function storeTexts({ db, session }: Step, applied: readonly Applied<PostRecord>[]): Promise<void> {
  const changed = applied.filter(({ outcome, set }) => outcome === 'updated' && 'description_html' in set)
  if (changed.length > 0) {
    const rows = changed.map(({ id, draft: { values } }) => ({
      id,
      description: values['description'],
      preview: values['preview'],
    }))
    await sql`update posts p set description = r.description, preview = r.preview
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id int, description text, preview text)
      where p.organization_id = ${session.organizationId} and p.id = r.id`.execute(db)
  }
  const searched = applied.filter(
    ({ set }) => 'title' in set || 'description_html' in set || 'tag_ids' in set,
  )
  const documents = await textsOf(
    { db, session },
    searched.map(({ id }) => id),
  )
  if (documents.length > 0) await storeDocuments(db as Transaction, 'post', session.organizationId, documents)
}

async function textsOf({ db, session }: Pick<Step, 'db' | 'session'>, ids: readonly number[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: number
    title: string
    body: string
  }>`select id, title, description as body from posts
    where organization_id = ${session.organizationId} and id = any(${ids}::int[]) order by id`.execute(db)
  return rows
}
