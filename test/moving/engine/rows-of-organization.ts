import { tenantTables } from '../../support/contract/tenant-tables.ts'
import type { TestApp } from '../../support/app.ts'
import type { Tenant } from '../../support/fixtures/scenario.ts'

/** Tables that list what was done, and not what there is. */
const RECORDS = new Set([
  ...[
    'audit_entries',
    'import_runs',
    'import_errors',
    'import_changes',
    'import_sources',
    'transfer_files',
    'transfer_parts',
  ],
  ...['organization_revisions', 'revisions', 'revision_marks', 'sessions'],
])

/** All rows of an organization by table, but for audit entries and imports. Tables without rows are missing. */
export async function rowsOfOrganization({ database }: TestApp, { organization }: Tenant) {
  const all: Record<string, unknown[]> = {}
  for (const table of [...tenantTables].filter((name) => !RECORDS.has(name)).sort()) {
    const { rows } = await database.pool.query<{ row: unknown }>(
      `select to_jsonb(t) as row from ${table} t where organization_id = $1 order by to_jsonb(t)::text`,
      [organization.id],
    )
    if (rows.length > 0) all[table] = rows.map(({ row }) => row)
  }
  return all
}
