import { sql } from 'kysely'
import type { UndoRef, UndoStep } from './step.ts'

/** A post, and its reference if the run has created it. */
export type Member = { id: number; mergedIntoId: number | null; updatedAt: Date; ref: UndoRef | null }

/** A merge of the run. */
export type OwnMerge = { child: number; parent: number }

/** Posts that are merged with each other. Most have one post. */
export type Family = {
  members: Member[]
  merges: OwnMerge[]
  /** Whether a post of the run was merged by another than the run. */
  isMergedHere: boolean
}

type Row = Omit<Member, 'ref'> & { ref: UndoRef | null; byRun: boolean }

/** Locks posts with all that are merged with them, and returns them as families. Posts that are deleted are missing. */
export async function familiesOf(step: UndoStep, ids: readonly number[]): Promise<Family[]> {
  if (ids.length === 0) return []
  let locked: readonly number[] = []
  // A merge that ended while the locks were awaited may have added others.
  for (let found = await connected(step, ids); found.length > locked.length;) {
    locked = found
    await sql`select 1 from posts where organization_id = ${step.undo.organizationId} and id = any(${locked}::int[])
      order by id for update`.execute(step.tx)
    found = await connected(step, locked)
  }
  return grouped(await readMembers(step, locked))
}

async function connected({ tx, undo }: UndoStep, ids: readonly number[]): Promise<number[]> {
  const all = new Set(ids)
  for (let next = [...all]; next.length > 0;) {
    const { rows } = await sql<{ id: number; mergedIntoId: number | null }>`
      select id, merged_into_id from posts where organization_id = ${undo.organizationId}
        and (id = any(${next}::int[]) or merged_into_id = any(${next}::int[]))`.execute(tx)
    const found = rows.flatMap(({ id, mergedIntoId }) => (mergedIntoId === null ? [id] : [id, mergedIntoId]))
    next = [...new Set(found)].filter((id) => !all.has(id))
    for (const id of next) all.add(id)
  }
  return [...all].sort((one, other) => one - other)
}

async function readMembers({ tx, undo }: UndoStep, ids: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.id, p.merged_into_id, p.updated_at,
      (select jsonb_build_object('externalId', r.external_id, 'localId', r.local_id, 'secondId', r.second_id,
          'created', r.created, 'hash', r.hash, 'written', r.written)
        from external_refs r where r.organization_id = ${undo.organizationId} and r.kind = 'post' and r.local_id > 0 and r.local_id = p.id
          and r.run_id = ${undo.runId} and r.created limit 1) as ref,
      exists (select 1 from external_refs r where r.organization_id = ${undo.organizationId} and r.kind = 'merge'
        and r.local_id > 0 and r.local_id = p.id and r.second_id = p.merged_into_id and r.run_id = ${undo.runId}) as by_run
    from posts p where p.organization_id = ${undo.organizationId} and p.id = any(${[...ids]}::int[])
    order by p.id`.execute(tx)
  return rows
}

function grouped(rows: readonly Row[]): Family[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const rootOf = (row: Row): number => {
    const parent = row.mergedIntoId === null ? undefined : byId.get(row.mergedIntoId)
    return parent ? rootOf(parent) : row.id
  }
  const families = new Map<number, Family>()
  for (const row of rows) {
    const root = rootOf(row)
    const family = families.get(root) ?? { members: [], merges: [], isMergedHere: false }
    families.set(root, family)
    family.members.push(row)
    if (row.mergedIntoId === null) continue
    if (row.byRun) family.merges.push({ child: row.id, parent: row.mergedIntoId })
    else if (row.ref !== null || byId.get(row.mergedIntoId)?.ref != null) family.isMergedHere = true
  }
  return [...families.values()]
}
