import { sql } from 'kysely'
import type { Kind } from '../plan.ts'
import { restoreRefs, type RemainingReason, type UndoStep } from './step.ts'

/** A row that the run has updated. */
export type Change = {
  kind: Kind
  id: number
  second: number
  previous: Record<string, unknown>
  written: Record<string, string>
}

/** A change with the columns that are restored, and those that stay. */
export type Restored = { change: Change; set: Record<string, unknown>; stays: Map<string, RemainingReason> }

/** Restores references. Fields that stay are listed with the reason of the first. */
export async function settleChanges(
  step: UndoStep,
  kind: Kind,
  restored: readonly Restored[],
): Promise<void> {
  const { tx, undo } = step
  const { organizationId, runId } = undo
  await restoreRefs(
    step,
    kind,
    restored.map(({ change }) => change),
  )
  const staying = restored.filter(({ stays }) => stays.size > 0)
  const rows = staying.map(({ change: { id, second, written }, stays }) => ({
    ...{ id, second, reason: [...stays.values()][0] },
    written: Object.fromEntries(Object.entries(written).filter(([field]) => stays.has(field))),
  }))
  await sql`update import_changes c set reason = r.reason, written = r.written
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id int, second int, reason text, written jsonb)
    where c.organization_id = ${organizationId} and c.run_id = ${runId} and c.kind = ${kind} and c.local_id = r.id
      and c.second_id = r.second`.execute(tx)
  const done = restored.flatMap(({ change: { id, second }, stays }) => (stays.size > 0 ? [] : { id, second }))
  await sql`delete from import_changes c using jsonb_to_recordset(${JSON.stringify(done)}::jsonb) as r(id int, second int)
    where c.organization_id = ${organizationId} and c.run_id = ${runId} and c.kind = ${kind} and c.local_id = r.id
      and c.second_id = r.second`.execute(tx)
}
