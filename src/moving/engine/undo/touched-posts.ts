import { sql } from 'kysely'
import { COMMENTS } from '../comments.ts'
import { hashOf } from '../hashes.ts'
import { POSTS } from '../post-shape.ts'
import { readCurrent } from '../read-current.ts'
import type { Shape } from '../drafts.ts'
import type { Family } from './families.ts'
import type { RemainingReason, Undo, UndoStep } from './step.ts'

const UP = hashOf('up')
const DOWN = hashOf('down')

/** Returns why posts of the run stay: something of them was changed or added here. Others are not returned. */
export async function touchedPosts(
  step: UndoStep,
  families: readonly Family[],
): Promise<Map<number, RemainingReason>> {
  const members = families.flatMap((family, index) => family.members.map((member) => ({ ...member, index })))
  const touched = new Map<number, RemainingReason>()
  if (members.length === 0) return touched
  const ids = members.map(({ id }) => id)
  for (const { id, reason } of await addedTo(step, members)) touched.set(id, reason)
  for (const id of await editedComments(step, ids)) touched.set(id, 'commented')
  const edited = await changedRows(
    step,
    POSTS,
    members.flatMap(({ id, ref }) => ({ id, written: ref?.written ?? null })),
  )
  for (const { id, updatedAt } of members)
    if (edited.has(id) || updatedAt > step.undo.plannedAt) touched.set(id, 'edited')
  return touched
}

/** Returns the rows of which a value that the run wrote was changed. */
export async function changedRows(
  { tx, undo }: UndoStep,
  shape: Shape,
  rows: readonly { id: number; written: Readonly<Record<string, string>> | null }[],
): Promise<Set<number>> {
  const rowContext = { db: tx, session: { organizationId: undo.organizationId } }
  const current = await readCurrent(
    rowContext,
    shape,
    rows.map(({ id }) => id),
  )
  const isChanged = ({ id, written }: (typeof rows)[number]) => {
    const now = current.get(id)
    return (
      now !== undefined &&
      Object.entries(written ?? {}).some(
        ([field, hash]) => field in now && !COUNTED.has(field) && hashOf(now[field]) !== hash,
      )
    )
  }
  return new Set(rows.filter(isChanged).map(({ id }) => id))
}

/** Columns that merges and counts change. */
const COUNTED = new Set(['imported_votes', 'imported_downvotes'])

type Added = { id: number; reason: RemainingReason }

/** References of the run to votes or followers of a family. A merge moves them to another post of it. */
const ownPair = ({ organizationId, runId }: Undo, kind: 'vote' | 'subscription') => sql`
  select 1 from member o join external_refs r on r.organization_id = ${organizationId} and r.kind = ${kind}
    and r.local_id > 0 and r.local_id = o.id and r.run_id = ${runId} and r.created
  where o.family = m.family`

/** Votes, comments, followers, positions on roadmaps and entries that are not the run's. */
async function addedTo(
  { tx, undo }: UndoStep,
  members: readonly { id: number; index: number }[],
): Promise<Added[]> {
  const { organizationId, runId } = undo
  const given = JSON.stringify(members.map(({ id, index }) => ({ id, family: index })))
  const { rows } = await sql<Added>`
    with member as (select id, family from jsonb_to_recordset(${given}::jsonb) as g(id int, family int))
    select distinct m.id, 'voted' as reason from member m
      join votes v on v.organization_id = ${organizationId} and v.post_id = m.id
      where not exists (${ownPair(undo, 'vote')} and r.second_id = v.user_id
        and r.hash = case when v.direction = 'up' then ${UP} else ${DOWN} end)
    union all
    select distinct m.id, 'followed' from member m
      join post_subscribers s on s.organization_id = ${organizationId} and s.post_id = m.id
      where not exists (${ownPair(undo, 'subscription')} and r.second_id = s.user_id)
    union all
    select distinct m.id, 'commented' from member m
      join comments c on c.organization_id = ${organizationId} and c.post_id = m.id
      where c.updated_at > ${undo.plannedAt} or not exists (select 1 from external_refs r
        where r.organization_id = ${organizationId} and r.kind = 'comment' and r.local_id > 0 and r.local_id = c.id
          and r.run_id = ${runId} and r.created)
    union all
    select distinct m.id, 'on_roadmap' from member m
      join roadmap_posts p on p.organization_id = ${organizationId} and p.post_id = m.id
      where not exists (select 1 from external_refs r where r.organization_id = ${organizationId}
        and r.kind = 'roadmapPost' and r.local_id > 0 and r.local_id = p.roadmap_id and r.second_id = m.id and r.run_id = ${runId})
    union all
    select distinct m.id, 'in_changelog' from member m
      join changelog_posts p on p.organization_id = ${organizationId} and p.post_id = m.id
      where not exists (select 1 from external_refs r where r.organization_id = ${organizationId}
        and r.kind = 'changelog' and r.local_id > 0 and r.local_id = p.changelog_id and r.run_id = ${runId} and r.created)`.execute(
    tx,
  )
  return rows
}

type CommentRow = { id: number; postId: number; written: Record<string, string> | null }

/** Returns the posts of comments of the run that were changed. */
async function editedComments(step: UndoStep, postIds: readonly number[]): Promise<number[]> {
  const { tx, undo } = step
  const { rows } = await sql<CommentRow>`select c.id, c.post_id, r.written from comments c
    join external_refs r on r.organization_id = ${undo.organizationId} and r.kind = 'comment' and r.local_id > 0 and r.local_id = c.id
      and r.run_id = ${undo.runId} and r.created
    where c.organization_id = ${undo.organizationId} and c.post_id = any(${[...postIds]}::int[])`.execute(tx)
  const changed = await changedRows(step, COMMENTS, rows)
  return rows.flatMap(({ id, postId }) => (changed.has(id) ? [postId] : []))
}
