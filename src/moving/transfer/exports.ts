import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { ExportKind, ExportState } from '../../db/generated/tables.ts'
import { isNoneOf } from '../../db/lists/is-none-of.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'
import { databaseNow, databaseNowPlus } from '../../db/time.ts'
import { isSweeping } from '../../modules/customers/erasure/sweep-erasure.ts'
import { runExport } from '../export/run-export.ts'
import type { ExportContext } from '../export/write-export.ts'
import { storeFile } from './store-file.ts'

/** An export as its row. `fileName` is null before its start. `expiresAt` is null without a stored file. */
export type ExportRow = {
  id: number
  kind: ExportKind
  state: ExportState
  /** `ExportOptions` of an organization. A person's export has none. */
  options: unknown
  fileName: string | null
  bytes: number | null
  reason: string | null
  /** Person whose data are exported. Null for an organization. */
  personId: number | null
  createdById: number | null
  createdAt: Date
  startedAt: Date | null
  finishedAt: Date | null
  expiresAt: Date | null
  /** Whether the file is stored. Null before the end. */
  isStored: boolean | null
}

/** Key of an export. */
export type ExportKey = { organizationId: number; id: number }

const COLUMNS = [
  ...(['id', 'kind', 'state', 'options', 'fileName', 'bytes', 'reason'] as const),
  ...(['personId', 'createdById'] as const),
  ...(['createdAt', 'startedAt', 'finishedAt', 'expiresAt'] as const),
  sql<boolean | null>`state = 'done' and expires_at > ${databaseNow}`.as('isStored'),
] as const

const LEASE_S = 30
const RENEW_MS = (LEASE_S * 1000) / 3

/** Returns the exports of an organization with the given ids, in any order. */
export function exportsById(db: Db, organizationId: number, ids: readonly number[]): Promise<ExportRow[]> {
  return db
    .selectFrom('exportRuns')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('id', 'in', ids)
    .execute()
}

/**
 * Returns one page of an organization's exports, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listExports(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    db.selectFrom('exportRuns').select(COLUMNS).where('organizationId', '=', organizationId),
    [{ column: 'export_runs.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}

/** Returns the newest exports of a person's data that they have started themselves, newest first. */
export function newestOwnExports(
  db: Db,
  organizationId: number,
  { personId, count }: { personId: number; count: number },
): Promise<ExportRow[]> {
  return db
    .selectFrom('exportRuns')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('personId', '=', personId)
    .where('createdById', '=', personId)
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

/**
 * Returns the export that has waited longest, that no process writes and that no sweep of an erasure would make stale.
 * Null if there is none.
 */
export async function waitingExport(db: Db, except: readonly ExportKey[]): Promise<ExportKey | null> {
  const { rows } = await sql<ExportKey>`select r.organization_id as "organizationId", r.id from export_runs r
    where r.state in ('waiting', 'running')
      and (r.leased_until is null or r.leased_until <= ${databaseNow})
      and not (${isSweeping(sql`r.organization_id`)} and r.kind = 'organization')
      and ${isNoneOf(sql`r`, except)}
    order by r.created_at limit 1`.execute(db)
  return rows[0] ?? null
}

/**
 * Writes an export into stored parts, and ends it. Parts that a killed process has stored are deleted before. Does
 * nothing if another process has the lease.
 * @throws Error for a failed export, and AppError CONFLICT while another one of the organization is written
 */
export async function writeExport(context: ExportContext, key: ExportKey, owner: string): Promise<void> {
  const { db } = context
  const { organizationId, id } = key
  if (!(await lease(db, key, owner))) return
  const renewal = setInterval(() => {
    // The next renewal may succeed.
    lease(db, key, owner).catch(() => {})
  }, RENEW_MS)
  try {
    await sql`delete from transfer_files where organization_id = ${organizationId} and owner = 'export'
      and owner_id = ${id}`.execute(db)
    await runExport(context, key, ({ name, bytes }) =>
      storeFile(db, { organizationId, owner: 'export', ownerId: id, name }, bytes),
    )
  } finally {
    clearInterval(renewal)
    await sql`update export_runs set owner = null, leased_until = null
      where organization_id = ${organizationId} and id = ${id} and owner = ${owner}`.execute(db)
  }
}

async function lease(db: Db, { organizationId, id }: ExportKey, owner: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update export_runs
    set owner = ${owner}, leased_until = ${databaseNowPlus(LEASE_S)}
    where organization_id = ${organizationId} and id = ${id} and state in ('waiting', 'running')
      and (owner = ${owner} or leased_until is null or leased_until <= ${databaseNow})`.execute(db)
  return numAffectedRows === 1n
}
