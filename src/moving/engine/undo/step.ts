import { sql } from 'kysely'
import type { Transaction } from '../../../db/database.ts'
import type { Kind } from '../plan.ts'

/** Why something of a run stays after its undo. */
export const REMAINING_REASONS = [
  'edited',
  'voted',
  'commented',
  'followed',
  'on_roadmap',
  'in_changelog',
  'merged',
  'used',
  'gone',
] as const
export type RemainingReason = (typeof REMAINING_REASONS)[number]

/** A run that is undone. */
export type Undo = {
  organizationId: number
  runId: number
  sourceName: string
  /** Moment of the plan. No row of the run has a later time. */
  plannedAt: Date
}

/** A batch of an undo in its transaction. */
export type UndoStep = { tx: Transaction; undo: Undo }

/** A reference of the run. */
export type UndoRef = {
  externalId: string
  localId: number
  secondId: number | null
  created: boolean
  hash: string
  written: Record<string, string> | null
}

/** A row that stays, and why. `second` is that of a reference with two ids. */
export type Remaining = { id: number; second?: number | null; reason: RemainingReason }

/** Lists rows that stay. One that is listed already keeps its reason. */
export async function keep({ tx, undo }: UndoStep, kind: Kind, rows: readonly Remaining[]): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into import_changes (organization_id, run_id, kind, local_id, second_id, previous, reason)
    select ${undo.organizationId}::int, ${undo.runId}::int, ${kind}, r.id, coalesce(r.second, 0), '{}', min(r.reason)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id int, second int, reason text)
    group by r.id, coalesce(r.second, 0)
    on conflict (organization_id, run_id, kind, local_id, second_id) do update set reason = excluded.reason
    where import_changes.reason is null`.execute(tx)
}

/** Returns which posts of the run stay. */
export async function keptPosts(
  { tx, undo }: UndoStep,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`select local_id as id from import_changes
    where organization_id = ${undo.organizationId} and run_id = ${undo.runId} and kind = 'post'
      and local_id = any(${[...ids]}::int[]) and reason is not null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Removes references of the run. One that the run took from a deleted row leads to that row again. */
export async function removeRefs(
  step: UndoStep,
  kind: Kind,
  refs: readonly Pick<UndoRef, 'externalId' | 'localId'>[],
): Promise<void> {
  if (refs.length === 0) return
  const { tx, undo } = step
  await restoreRefs(
    step,
    kind,
    refs.map(({ localId }) => ({ id: localId, second: 0 })),
  )
  await sql`delete from external_refs where organization_id = ${undo.organizationId}
    and source_name = ${undo.sourceName} and kind = ${kind}
    and external_id = any(${refs.map(({ externalId }) => externalId)}::text[]) and run_id = ${undo.runId}`.execute(
    tx,
  )
}

/** Restores the references of rows as they were before the run. */
export async function restoreRefs(
  { tx, undo }: UndoStep,
  kind: Kind,
  rows: readonly { id: number; second: number }[],
): Promise<void> {
  await sql`update external_refs r set local_id = f.local_id, second_id = f.second_id, run_id = f.run_id,
      created = f.created, hash = f.hash, written = f.written, parent_id = f.parent_id, votes_count = f.votes_count,
      downvotes_count = f.downvotes_count
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted(id int, second int)
      join import_changes c on c.organization_id = ${undo.organizationId} and c.run_id = ${undo.runId} and c.kind = ${kind}
        and c.local_id = wanted.id and c.second_id = wanted.second and c.ref is not null,
      lateral jsonb_populate_record(null::external_refs, c.ref) f
    where r.organization_id = ${undo.organizationId} and r.source_name = f.source_name and r.kind = f.kind
      and r.external_id = f.external_id`.execute(tx)
}
