import { sql } from 'kysely'
import { AppError } from '../../../lib/errors.ts'
import { lockSettings, updateOrganization } from '../../../modules/organizations/update-organization.ts'
import { hashOf } from '../hashes.ts'
import { settleChanges, type Change, type Restored } from './changed-rows.ts'
import type { RemainingReason, UndoStep } from './step.ts'

const TABLES = { status: 'statuses', bucket: 'buckets' } as const
type Values = Record<string, unknown>

/** Restores the settings of an organization that the run took over, where they still are as written. */
export async function restoreOrganization(step: UndoStep, changes: readonly Change[]): Promise<void> {
  const { tx, undo } = step
  const restored: Restored[] = []
  for (const change of changes) {
    const now: Values = await lockSettings(tx, undo.organizationId)
    const one = compared(change, now)
    if (one.stays.has('locales') || one.stays.has('defaultLocale')) keepLocales(one)
    try {
      await updateOrganization(tx, undo.organizationId, one.set, await undoneBy(step))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      for (const field of Object.keys(one.set)) one.stays.set(field, 'gone')
    }
    restored.push(one)
  }
  await settleChanges(step, 'organization', restored)
}

/** The locales and the default one are restored together, because one depends on the others. */
function keepLocales({ set, stays }: Restored): void {
  for (const field of ['locales', 'defaultLocale'].filter((name) => name in set)) {
    stays.set(field, 'edited')
    delete set[field]
  }
}

async function undoneBy({ tx, undo }: UndoStep): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`select undone_by_id as id from import_runs
    where organization_id = ${undo.organizationId} and id = ${undo.runId}`.execute(tx)
  return rows[0]?.id ?? null
}

/** Returns the values that are restored: those that are as written. */
function compared(change: Change, now: Readonly<Values>): Restored {
  const stays = new Map<string, RemainingReason>()
  const set: Values = {}
  for (const [field, hash] of Object.entries(change.written))
    if (hashOf(now[field]) === hash) set[field] = change.previous[field]
    else stays.set(field, 'edited')
  return { change, set, stays }
}

/**
 * Restores the statuses or buckets that the run made those of an export: changed ones field by field, and deleted ones
 * as a whole. A slug that another one has got since stays.
 */
export async function restoreOwn(
  step: UndoStep,
  kind: 'status' | 'bucket',
  changes: readonly Change[],
): Promise<void> {
  const table = sql.table(TABLES[kind])
  const { tx, undo } = step
  const { organizationId } = undo
  const { rows } = await sql<{ id: number; row: Values }>`select id, to_jsonb(t) as row from ${table} t
    where organization_id = ${organizationId} order by id for update`.execute(tx)
  const now = new Map(rows.map(({ id, row }) => [id, row]))
  // Changes of a reference alone have no previous values.
  const own = changes.filter(({ previous }) => 'slug' in previous)
  const restored = own.map((change): Restored => {
    const row = now.get(change.id)
    return row ? compared(change, row) : { change, set: {}, stays: new Map() }
  })
  keepTakenSlugs(restored, now)
  const present = restored.filter(({ change }) => now.has(change.id))
  // Two of them may change their slugs with each other.
  const ids = present.flatMap(({ change, set }) => ('slug' in set ? [change.id] : []))
  await sql`update ${table} set slug = 'undo ' || id where organization_id = ${organizationId}
    and id = any(${ids}::int[])`.execute(tx)
  for (const { change, set } of present) await restoreRow(step, kind, change.id, set)
  const gone = restored.filter(({ change }) => !now.has(change.id) && wasDeleted(change))
  for (const one of gone) if (!(await insertAgain(step, kind, one.change))) one.stays.set('slug', 'used')
  await settleChanges(step, kind, [
    ...restored,
    ...changes
      .filter((change) => !own.includes(change))
      .map((change) => ({ change, set: {}, stays: new Map() })),
  ])
  if (kind === 'bucket')
    await sql`update posts p set private = b.private from buckets b
      where p.organization_id = ${organizationId} and b.organization_id = ${organizationId} and b.id = p.bucket_id
        and p.private <> b.private`.execute(tx)
}

/** Whether the run deleted the row: it wrote nothing into it. */
const wasDeleted = ({ written }: Change) => Object.keys(written).length === 0

/** Keeps the slugs that rows have which are not restored. */
function keepTakenSlugs(restored: readonly Restored[], now: ReadonlyMap<number, Values>): void {
  const moving = new Set(restored.flatMap(({ change, set }) => ('slug' in set ? [change.id] : [])))
  const taken = new Set([...now].flatMap(([id, { slug }]) => (moving.has(id) ? [] : [slug])))
  for (const { set, stays } of restored) {
    if (!('slug' in set) || !taken.has(set['slug'])) continue
    delete set['slug']
    stays.set('slug', 'used')
  }
}

async function restoreRow(
  { tx, undo }: UndoStep,
  kind: keyof typeof TABLES,
  id: number,
  set: Readonly<Values>,
): Promise<void> {
  const names = Object.keys(set)
  if (names.length === 0) return
  const table = sql.table(TABLES[kind])
  await sql`update ${table} t set ${sql.join(names.map((name) => sql`${sql.ref(name)} = r.${sql.ref(name)}`))}
    from jsonb_populate_record(null::${table}, ${JSON.stringify(set)}::jsonb) r
    where t.organization_id = ${undo.organizationId} and t.id = ${id}`.execute(tx)
}

/** Inserts a deleted row again. Returns false if another row has its slug. */
async function insertAgain(
  { tx, undo }: UndoStep,
  kind: keyof typeof TABLES,
  { id, previous }: Change,
): Promise<boolean> {
  const table = sql.table(TABLES[kind])
  const row = { ...previous, id, organization_id: undo.organizationId }
  const { rows } = await sql`insert into ${table}
    select * from jsonb_populate_record(null::${table}, ${JSON.stringify(row)}::jsonb)
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}
