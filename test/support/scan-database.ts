import { gunzipSync } from 'node:zlib'
import { SEALED_COLUMNS, sealedLocation } from '../../src/auth/sealed-columns.ts'
import { decrypt } from '../../src/lib/crypto/encryption.ts'
import type { TestApp } from './app.ts'

/** A column in which a word was found, such as `users.email`, with the organization of the row if it has one. */
type Found = { column: string; organizationId: number | null }

type Row = Record<string, unknown>
const GZIP = Buffer.from([0x1f, 0x8b])

/**
 * Searches every column of every table for a word, ignoring case: texts, JSON, lists, search documents and bytes, also
 * inside of gzip and of what is encrypted under the server's key. The tables and columns are those of the catalogue.
 */
export async function scanDatabase(app: TestApp, word: string): Promise<Found[]> {
  const { pool } = app.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables t
     where table_schema = 'public' and table_type = 'BASE TABLE'
       and not exists (select 1 from pg_class c where c.relname = t.table_name and c.relispartition)`,
  )
  const found: Found[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<Row>(`select * from "${name}"`)
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (contains(opened(app, { name, column, row, value }), word.toLowerCase()))
          found.push({ column: `${name}.${column}`, organizationId: tenantOf(name, row) })
  }
  return found
}

const tenantOf = (name: string, row: Row) =>
  Number(name === 'organizations' ? row.id : row.organization_id) || null

function contains(value: unknown, word: string): boolean {
  if (Buffer.isBuffer(value)) {
    const bytes = value.subarray(0, 2).equals(GZIP) ? gunzipSync(value) : value
    return (
      bytes.toString('utf8').toLowerCase().includes(word) ||
      bytes.toString('latin1').toLowerCase().includes(word)
    )
  }
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.toLowerCase().includes(word) || text.toLowerCase().includes(JSON.stringify(word).slice(1, -1))
}

/** Decrypts a value of a column that is encrypted under the server's key. */
function opened(
  { services }: TestApp,
  { name, column, row, value }: { name: string; column: string; row: Row; value: unknown },
): unknown {
  const sealed = SEALED_COLUMNS.find((one) => one.table === name && one.column === column)
  if (!sealed || !Buffer.isBuffer(value)) return value
  const location = `${name}.${column}` as Parameters<typeof sealedLocation>[0]
  const tenant = Number(row[sealed.tenant])
  return decrypt(services.keys.encryption, value, sealedLocation(location, tenant, Number(row.id)))
}
