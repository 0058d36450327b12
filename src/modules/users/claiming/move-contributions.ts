import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import { BATCH, type Between } from './move-personal.ts'
import { deletedPostsOf } from './deleted-posts-of.ts'
import { renameInEvents } from './rename-in-events.ts'

/** Tables of contributions, each with the column of its author. */
const AUTHORED = {
  posts: 'submitter_id',
  comments: 'author_id',
  changelogs: 'author_id',
  roadmaps: 'owner_id',
  uploads: 'uploader_id',
} as const

/** SQL of the post of a contribution, of which the log has events. */
const POST_OF = {
  posts: sql`id`,
  comments: sql`post_id`,
  changelogs: sql`null::int`,
  roadmaps: sql`null::int`,
  uploads: sql`null::int`,
} as const

/**
 * Changes the author of all contributions of a person, in batches. Returns their numbers, without those of pictures.
 */
export async function moveContributions(
  tx: Transaction,
  between: Between,
): Promise<{ posts: number; comments: number; changelogs: number; roadmaps: number }> {
  await moveAll(tx, between, 'uploads')
  await moveReferences(tx, between)
  await moveTransfers(tx, between)
  const deleted = await deletedPostsOf(tx, between)
  for (let start = 0; start < deleted.length; start += BATCH)
    await renameInEvents(tx, between, deleted.slice(start, start + BATCH))
  return {
    posts: await moveAll(tx, between, 'posts'),
    comments: await moveAll(tx, between, 'comments'),
    changelogs: await moveAll(tx, between, 'changelogs'),
    roadmaps: await moveAll(tx, between, 'roadmaps'),
  }
}

async function moveAll(
  tx: Transaction,
  { organizationId, fromId, intoId }: Between,
  name: keyof typeof AUTHORED,
): Promise<number> {
  const [table, author] = [sql.table(name), sql.ref(AUTHORED[name])]
  for (let total = 0; ;) {
    const { rows } = await sql<{ postId: number | null }>`update ${table} set ${author} = ${intoId}
      where organization_id = ${organizationId} and id in (
        select id from ${table} where organization_id = ${organizationId} and ${author} = ${fromId}
        order by id limit ${BATCH})
      returning ${POST_OF[name]} as "postId"`.execute(tx)
    const postIds = rows.flatMap(({ postId }) => postId ?? [])
    await renameInEvents(tx, { organizationId, fromId, intoId }, [...new Set(postIds)])
    total += rows.length
    if (rows.length < BATCH) return total
  }
}

/** Changes the person in the references of imports, so that the next import of the source finds the receiver. */
async function moveReferences(tx: Transaction, { organizationId, fromId, intoId }: Between): Promise<void> {
  await sql`update external_refs set local_id = ${intoId}, created = false
    where organization_id = ${organizationId} and kind = 'person' and local_id = ${fromId} and local_id > 0 and second_id is null`.execute(
    tx,
  )
  await sql`update external_refs set second_id = ${intoId}
    where organization_id = ${organizationId} and second_id = ${fromId}`.execute(tx)
}

/**
 * Deletes the exports of the empty person's data, which is the receiver's now, and changes the person of other files
 * and exports, and of the audit entries about them.
 */
async function moveTransfers(tx: Transaction, { organizationId, fromId, intoId }: Between): Promise<void> {
  await sql`with gone as (
      delete from export_runs where organization_id = ${organizationId} and person_id = ${fromId} returning id)
    delete from transfer_files f using gone
    where f.organization_id = ${organizationId} and f.owner = 'export' and f.owner_id = gone.id`.execute(tx)
  await sql`update export_runs set created_by_id = ${intoId}
    where organization_id = ${organizationId} and created_by_id = ${fromId}`.execute(tx)
  await sql`update transfer_files set uploader_id = ${intoId}
    where organization_id = ${organizationId} and uploader_id = ${fromId}`.execute(tx)
  await sql`update audit_entries set actor_id = ${intoId}
    where organization_id = ${organizationId} and actor_id = ${fromId}`.execute(tx)
}
