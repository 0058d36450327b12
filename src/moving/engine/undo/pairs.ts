import { sql } from 'kysely'
import { hashOf } from '../hashes.ts'
import { recount } from './recount.ts'
import { keep, keptPosts, removeRefs, type Remaining, type UndoRef, type UndoStep } from './step.ts'

type PairKind = 'vote' | 'subscription'
type Found = { postId: number; originId: number; userId: number; direction: string | null }

const TABLES = { vote: 'votes', subscription: 'post_subscribers' } as const

/** Deletes votes of the run on posts of earlier runs. */
export const undoVotes = (step: UndoStep, refs: readonly UndoRef[]): Promise<void> =>
  undoPairs(step, 'vote', refs)

/** Deletes subscriptions of the run to posts of earlier runs. */
export const undoSubscriptions = (step: UndoStep, refs: readonly UndoRef[]): Promise<void> =>
  undoPairs(step, 'subscription', refs)

async function undoPairs(step: UndoStep, kind: PairKind, refs: readonly UndoRef[]): Promise<void> {
  const kept = await keptPosts(
    step,
    refs.map(({ localId }) => localId),
  )
  const open = refs.filter(({ localId }) => !kept.has(localId))
  const found = await findPairs(step, kind, open)
  const hashes = new Map(open.map(({ localId, secondId, hash }) => [`${localId}:${secondId}`, hash]))
  const isChanged = ({ originId, userId, direction }: Found) =>
    kind === 'vote' && hashes.get(`${originId}:${userId}`) !== hashOf(direction)
  const changed = found.filter(isChanged)
  await keep(
    step,
    kind,
    changed.map(({ originId, userId }): Remaining => ({ id: originId, second: userId, reason: 'edited' })),
  )
  const removed = found.filter((pair) => !changed.includes(pair))
  await deletePairs(step, kind, removed)
  const staying = new Set(changed.map(({ originId, userId }) => `${originId}:${userId}`))
  await removeRefs(
    step,
    kind,
    open.filter(({ localId, secondId }) => !staying.has(`${localId}:${secondId}`)),
  )
  if (kind === 'vote')
    await recount(
      step,
      removed.map(({ postId }) => postId),
    )
}

/** Finds the rows of references. A merge has moved some to another post. */
async function findPairs({ tx, undo }: UndoStep, kind: PairKind, refs: readonly UndoRef[]): Promise<Found[]> {
  const given = JSON.stringify(refs.map(({ localId, secondId }) => ({ post: localId, person: secondId })))
  const ids = sql.ref(kind === 'vote' ? 'm.voter_ids' : 'm.subscriber_ids')
  const { organizationId } = undo
  await sql`select 1 from posts where organization_id = ${organizationId}
    and id = any(${[...new Set(refs.map(({ localId }) => localId))]}::int[]) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<Found>`with wanted as (
      select post, person from jsonb_to_recordset(${given}::jsonb) as g(post int, person int)),
    candidates as (
      select post, post as on_post, person from wanted
      union all
      select w.post, m.parent_id, w.person from wanted w
        join post_merges m on m.organization_id = ${organizationId} and m.child_id = w.post and w.person = any(${ids}))
    select v.post_id, p.post as origin_id, v.user_id,
      ${kind === 'vote' ? sql`v.direction::text` : sql`null::text`} as direction
    from candidates p join ${sql.table(TABLES[kind])} v on v.organization_id = ${organizationId} and v.post_id = p.on_post
      and v.user_id = p.person`.execute(tx)
  return rows
}

async function deletePairs({ tx, undo }: UndoStep, kind: PairKind, pairs: readonly Found[]): Promise<void> {
  if (pairs.length === 0) return
  const given = JSON.stringify(pairs.map(({ postId, userId }) => ({ post: postId, person: userId })))
  await sql`delete from ${sql.table(TABLES[kind])} v
    using jsonb_to_recordset(${given}::jsonb) as g(post int, person int)
    where v.organization_id = ${undo.organizationId} and v.post_id = g.post and v.user_id = g.person`.execute(
    tx,
  )
}

/** Takes posts off roadmaps of earlier runs and of the organization. */
export async function undoRoadmapPosts(step: UndoStep, refs: readonly UndoRef[]): Promise<void> {
  const { tx, undo } = step
  const kept = await keptPosts(
    step,
    refs.map(({ secondId }) => secondId ?? 0),
  )
  const { rows } = await sql<{ id: number }>`select local_id as id from import_changes
    where organization_id = ${undo.organizationId} and run_id = ${undo.runId} and kind = 'roadmap' and reason is not null
      and local_id = any(${refs.map(({ localId }) => localId)}::int[])`.execute(tx)
  const roadmaps = new Set(rows.map(({ id }) => id))
  const open = refs.filter(({ localId, secondId }) => !kept.has(secondId ?? 0) && !roadmaps.has(localId))
  const given = JSON.stringify(open.map(({ localId, secondId }) => ({ roadmap: localId, post: secondId })))
  await sql`delete from roadmap_posts p using jsonb_to_recordset(${given}::jsonb) as g(roadmap int, post int)
    where p.organization_id = ${undo.organizationId} and p.roadmap_id = g.roadmap and p.post_id = g.post`.execute(
    tx,
  )
  await removeRefs(step, 'roadmapPost', open)
}
