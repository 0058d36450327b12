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

const tables = [...tenantTables].filter((name) => !RECORDS.has(name)).sort()
/** One statement, which a connection prepares once. */
const QUERY = tables
  .map((name) => `select '${name}' as name, to_jsonb(t) as row from ${name} t where organization_id = $1`)
  .join(' union all ')

/** All rows of an organization by table, but for audit entries and imports. Tables without rows are missing. */
export async function rowsOfOrganization({ database }: TestApp, { organization }: Tenant) {
  const { rows } = await database.pool.query<{ name: string; row: unknown }>(
    `select name, row from (${QUERY}) as rows order by name, row::text`,
    [organization.id],
  )
  const all: Record<string, unknown[]> = {}
  for (const { name, row } of rows) (all[name] ??= []).push(row)
  return all
}
