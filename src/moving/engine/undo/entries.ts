import { sql } from 'kysely'
import { CHANGELOGS } from '../changelogs.ts'
import type { Kind } from '../plan.ts'
import { ROADMAPS } from '../roadmaps.ts'
import type { Shape } from '../drafts.ts'
import { keep, removeRefs, type Remaining, type UndoRef, type UndoStep } from './step.ts'
import { changedRows } from './touched-posts.ts'

/** Deletes entries of the changelog that are translations. */
export const undoTranslations = (step: UndoStep, refs: readonly UndoRef[]): Promise<void> =>
  undoEntries(step, refs, true)

/** Deletes entries of the changelog. One with a translation or a post that stays remains. */
export const undoOriginals = (step: UndoStep, refs: readonly UndoRef[]): Promise<void> =>
  undoEntries(step, refs, false)

async function undoEntries(
  step: UndoStep,
  refs: readonly UndoRef[],
  areTranslations: boolean,
): Promise<void> {
  const { tx, undo } = step
  const { organizationId, runId } = undo
  const used = sql`exists (select 1 from changelogs t where t.organization_id = ${organizationId} and t.original_id = e.id)
    or exists (select 1 from changelog_posts p join import_changes k on k.organization_id = ${organizationId}
      and k.run_id = ${runId} and k.kind = 'post' and k.local_id = p.post_id and k.reason is not null
      where p.organization_id = ${organizationId} and p.changelog_id = e.id)`
  const { rows } = await sql<Found>`select e.id, e.updated_at, e.original_id is not null as is_other,
      ${areTranslations ? sql`false` : used} as is_used
    from changelogs e where e.organization_id = ${organizationId} and e.id = any(${idsOf(refs)}::int[])
    order by e.id for update of e`.execute(tx)
  await undoFound(
    step,
    { kind: 'changelog', shape: CHANGELOGS, refs, isOther: areTranslations ? 'keep' : 'all' },
    rows,
  )
}

/** Deletes roadmaps. One with a post that stays, or that was added here, remains. */
export async function undoRoadmaps(step: UndoStep, refs: readonly UndoRef[]): Promise<void> {
  const { organizationId, runId } = step.undo
  const { rows } = await sql<Found>`select e.id, e.updated_at, true as is_other,
      exists (select 1 from roadmap_posts p where p.organization_id = ${organizationId} and p.roadmap_id = e.id
        and (not exists (select 1 from external_refs r where r.organization_id = ${organizationId}
            and r.kind = 'roadmapPost' and r.local_id > 0 and r.local_id = e.id and r.second_id = p.post_id and r.run_id = ${runId})
          or exists (select 1 from import_changes k where k.organization_id = ${organizationId} and k.run_id = ${runId}
            and k.kind = 'post' and k.local_id = p.post_id and k.reason is not null))) as is_used
    from roadmaps e where e.organization_id = ${organizationId} and e.id = any(${idsOf(refs)}::int[])
    order by e.id for update of e`.execute(step.tx)
  await undoFound(step, { kind: 'roadmap', shape: ROADMAPS, refs, isOther: 'all' }, rows)
}

type Found = { id: number; updatedAt: Date; isOther: boolean; isUsed: boolean }
type Part = { kind: Kind; shape: Shape; refs: readonly UndoRef[]; isOther: 'keep' | 'all' }

const idsOf = (refs: readonly UndoRef[]) => refs.map(({ localId }) => localId)

/** Deletes rows without changes that nothing uses. References of deleted rows are removed. */
async function undoFound(
  step: UndoStep,
  { kind, shape, refs, isOther }: Part,
  rows: readonly Found[],
): Promise<void> {
  const { tx, undo } = step
  // Originals wait for the part after that of translations.
  const inPart = isOther === 'all' ? rows : rows.filter((row) => row.isOther)
  const written = new Map(refs.map((ref) => [ref.localId, ref.written]))
  const changed = await changedRows(
    step,
    shape,
    inPart.map(({ id }) => ({ id, written: written.get(id) ?? null })),
  )
  const remaining = inPart.flatMap(({ id, updatedAt, isUsed }): Remaining[] =>
    changed.has(id) || updatedAt > undo.plannedAt
      ? [{ id, reason: 'edited' }]
      : isUsed
        ? [{ id, reason: 'used' }]
        : [],
  )
  await keep(step, kind, remaining)
  const kept = new Set(remaining.map(({ id }) => id))
  const waiting = new Set(rows.filter((row) => !inPart.includes(row)).map(({ id }) => id))
  const gone = refs.filter(({ localId }) => !kept.has(localId) && !waiting.has(localId))
  const ids = idsOf(gone)
  if (kind === 'changelog')
    await sql`delete from old_addresses where organization_id = ${undo.organizationId} and kind = 'changelog'
      and local_id = any(${ids}::int[])`.execute(tx)
  await sql`delete from ${sql.table(shape.table)} where organization_id = ${undo.organizationId}
    and id = any(${ids}::int[])`.execute(tx)
  await removeRefs(step, kind, gone)
}
