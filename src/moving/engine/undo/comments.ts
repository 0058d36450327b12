import { sql } from 'kysely'
import { COMMENTS } from '../comments.ts'
import { recount } from './recount.ts'
import { keep, keptPosts, removeRefs, type Remaining, type UndoRef, type UndoStep } from './step.ts'
import { changedRows } from './touched-posts.ts'

type Row = {
  id: number
  postId: number
  parentId: number | null
  updatedAt: Date
  isOwn: boolean
  /** Whether it came from a post of the run that stays. */
  isOfKept: boolean
  written: Record<string, string> | null
}

/** Deletes comments of the run on posts of earlier runs, unless they were changed here or have replies. */
export async function undoComments(step: UndoStep, refs: readonly UndoRef[]): Promise<void> {
  const rows = await readThreads(
    step,
    refs.map(({ localId }) => localId),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  const kept = await keptPosts(
    step,
    rows.map(({ postId }) => postId),
  )
  const onKept = (id: number) => kept.has(byId.get(id)?.postId ?? 0) || byId.get(id)?.isOfKept === true
  const open = refs.filter(({ localId }) => !onKept(localId))
  const changed = await changedRows(step, COMMENTS, rows)
  const isEdited = (row: Row) => changed.has(row.id) || row.updatedAt > step.undo.plannedAt
  const replied = new Set<number>()
  for (const row of rows) if (!row.isOwn || isEdited(row)) markAbove(row, byId, replied)
  const remaining = open.flatMap(({ localId: id }): Remaining[] => {
    const row = byId.get(id)
    if (!row) return []
    if (isEdited(row)) return [{ id, reason: 'edited' }]
    return replied.has(id) ? [{ id, reason: 'commented' }] : []
  })
  await keep(step, 'comment', remaining)
  const staying = new Set(remaining.map(({ id }) => id))
  const gone = open.filter(({ localId }) => !staying.has(localId))
  const ids = gone.map(({ localId }) => localId)
  const { tx, undo } = step
  await sql`delete from comments where organization_id = ${undo.organizationId} and id = any(${ids}::int[])`.execute(
    tx,
  )
  await removeRefs(step, 'comment', gone)
  await recount(
    step,
    ids.flatMap((id) => byId.get(id)?.postId ?? []),
  )
}

/** Reads comments with all replies below them, and locks their posts, so that replies wait. */
async function readThreads({ tx, undo }: UndoStep, ids: readonly number[]): Promise<Row[]> {
  const { organizationId, runId } = undo
  await sql`select 1 from posts where organization_id = ${organizationId} and id in (
      select post_id from comments where organization_id = ${organizationId} and id = any(${[...ids]}::int[]))
    order by id for update`.execute(tx)
  const { rows } = await sql<Row>`with recursive thread as (
      select id, post_id, parent_id, updated_at from comments
      where organization_id = ${organizationId} and id = any(${[...ids]}::int[])
      union
      select c.id, c.post_id, c.parent_id, c.updated_at from comments c
        join thread t on c.organization_id = ${organizationId} and c.parent_id = t.id)
    select t.*, r.local_id is not null as is_own, r.written,
      exists (select 1 from post_merges m join import_changes k on k.organization_id = ${organizationId}
          and k.run_id = ${runId} and k.kind = 'post' and k.local_id = m.child_id and k.reason is not null
        where m.organization_id = ${organizationId} and m.parent_id = t.post_id and t.id = any(m.comment_ids)) as is_of_kept
    from thread t
    left join external_refs r on r.organization_id = ${organizationId} and r.kind = 'comment' and r.local_id > 0 and r.local_id = t.id
      and r.run_id = ${runId} and r.created`.execute(tx)
  return rows
}

function markAbove({ parentId }: Row, byId: ReadonlyMap<number, Row>, marked: Set<number>): void {
  for (let next = parentId; next !== null && !marked.has(next); next = byId.get(next)?.parentId ?? null)
    marked.add(next)
}
