import { createHash } from 'node:crypto'
import type pg from 'pg'
import {
  PAIR_PREFIXES,
  toNodeId,
  toPairId,
  type NodeType,
  type PairType,
} from '../../../src/graphql/schema/node/prefixes.ts'

type Column = {
  table: string
  name: string
  type: string
  /** The first value of an enum. */
  label: string | null
  needed: boolean
  nullable: boolean
  /** The column that a foreign key references. */
  target: { table: string; column: string } | null
}

/** Values that cannot be derived from the type and the name of a column, by `table.column`. */
const BY_HAND: Record<string, (id: number) => unknown> = {
  'users.role': () => 'admin',
  'users.email': (id) => `person-${id}@example.com`,
  'users.account_id': (id) => id,
  'users.customer_since': () => new Date(),
  'users.joined_team_at': () => new Date(),
  'audit_entries.act': () => 'webhook.created',
  'sessions.user_id': (id) => id,
  'sessions.sso_key_rotated_at': () => new Date(),
  'oauth_apps.client_id': (id) => String(id),
  'oauth_apps.secret_hash': (id) => Buffer.alloc(32, id % 256),
  'deliveries.event_type': () => 'post_created',
  'webhooks.events': () => ['post_created'],
  'import_runs.source': () => 'customers_csv',
  'import_errors.problems': () => '[]',
  'transfer_files.uploader_id': (id) => id,
  'transfer_files.sha256': () => '0'.repeat(64),
  'transfer_files.completed_at': () => new Date(),
}

/** Tables with one row per organization. */
const ONCE = new Set(['revisions', 'revision_marks', 'upload_usage', 'event_heads'])

/** Tables whose rows triggers store. */
const BY_TRIGGER = new Set(['customer_documents'])

const COLUMNS = `select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
    (select e.enumlabel from pg_enum e where e.enumtypid = a.atttypid order by e.enumsortorder limit 1) as label,
    a.attnotnull and not a.atthasdef and a.attidentity = '' and a.attgenerated = '' as needed,
    (select json_build_object('table', f.confrelid::regclass::text, 'column', fa.attname)
     from pg_constraint f cross join unnest(f.conkey, f.confkey) as pair (own, far)
     join pg_attribute fa on fa.attrelid = f.confrelid and fa.attnum = pair.far
     where f.contype = 'f' and f.conparentid = 0 and f.conrelid = c.oid and pair.own = a.attnum and a.attname <> 'organization_id'
     limit 1) as target
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname, a.attnum`

/**
 * Gives an organization one row in every table that belongs to organizations, each with the same given id. Creates the
 * organization if it is missing, and other rows at each call with another id. Returns those tables. The rows are
 * derived from the database's catalog, so that a new table is filled without a change here.
 */
export async function fillTenant(pool: pg.Pool, organizationId: number, id: number): Promise<string[]> {
  const { rows: columns } = await pool.query<Column>(COLUMNS)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const owned = [...tables.keys()].filter((table) =>
    tables.get(table)?.some(({ name }) => name === 'organization_id'),
  )
  const { rowCount } = await pool.query('select 1 from organizations where id = $1', [organizationId])
  const filled = await pool.query('select 1 from revisions where organization_id = $1', [organizationId])
  const present = filled.rowCount === 0 ? new Set<string>() : ONCE
  let left = [
    'accounts',
    ...(rowCount === 0 ? ['organizations'] : []),
    ...owned.filter((table) => !BY_TRIGGER.has(table) && !present.has(table)),
  ]
  // A row is inserted as soon as the rows it references exist.
  for (let failure: unknown; left.length > 0;) {
    const before = left.length
    const failed: string[] = []
    for (const table of left) {
      const values = rowOf(tables.get(table) ?? [], organizationId, id)
      await insert(pool, table, values).catch((error: unknown) => {
        failure = error
        failed.push(table)
      })
    }
    left = failed
    if (left.length === before)
      throw new Error(`cannot create a row in ${left.join(', ')}`, { cause: failure })
  }
  return owned
}

/** Difference between the ids of the imports of other products and those of customers, which share a table. */
const BETWEEN_IMPORTS = 1_000_000

/** Returns the typed id of the object that belongs to the rows of `fillTenant` with an id. */
export function nodeIdOf(type: NodeType | PairType, id: number): string {
  if (type in PAIR_PREFIXES) return toPairId(type as PairType, [id, id])
  return toNodeId(type as NodeType, type === 'ImportRun' ? id + BETWEEN_IMPORTS : id)
}

/** Adds imports of another product to those of customers that `fillTenant` has created. */
export async function addImportRuns(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into import_runs select (jsonb_populate_record(r, jsonb_build_object('id', r.id + $1, 'source', 'csv'))).*
     from import_runs r where r.source = 'customers_csv'`,
    [BETWEEN_IMPORTS],
  )
}

/** The id of a row of `fillTenant` in the representation of a column's type. */
function idAs(type: string, id: number): string {
  if (type === 'uuid') return `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
  return type === 'text' ? `text-${id}` : String(id)
}

/** Tables in which the service numbers recorded events and reads them, at a moment of its own. */
const NUMBERING = new Set(['event_box', 'event_heads', 'event_order', 'notification_cursors'])

/** A digest of everything that an organization owns. It changes with any of its rows but the numbers of events. */
export async function digestOf(pool: pg.Pool, tables: string[], organizationId: number): Promise<string> {
  const part = (table: string, column: string) =>
    `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from "${table}" t where t.${column} = $1`
  const owned = tables.filter((table) => !NUMBERING.has(table))
  const parts = [part('organizations', 'id'), ...owned.map((table) => part(table, 'organization_id'))]
  const { rows } = await pool.query(parts.join(' union all '), [organizationId])
  return JSON.stringify(rows)
}

function rowOf(columns: Column[], organizationId: number, id: number): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const column of columns) {
    const { table, name, type, target, nullable } = column
    const byHand = BY_HAND[`${table}.${name}`]
    if (byHand) values[name] = byHand(id)
    else if (name === 'organization_id' || target?.column === 'organization_id') values[name] = organizationId
    else if (name === 'id') values[name] = idAs(type, id)
    else if (target && !nullable)
      values[name] =
        target.column === 'id' ? idAs(type, id) : valueOf({ ...column, ...target, name: target.column }, id)
    else if (column.needed || type.endsWith('[]'))
      values[name] = name.endsWith('_id') ? idAs(type, id) : valueOf(column, id)
  }
  return values
}

function valueOf({ table, name, type, label }: Column, id: number): unknown {
  if (label !== null) return label
  if (type.endsWith('[]')) return []
  if (/^json/.test(type)) return {}
  if (/^(timestamp|date)/.test(type)) return new Date()
  if (/int|numeric|double|real/.test(type)) return 1
  const text = `${table}-${name}-${id}`.replaceAll('_', '-')
  if (type === 'bytea') return createHash('sha256').update(text).digest()
  if (type === 'boolean') return false
  if (type === 'uuid') return idAs(type, id)
  if (/url|uri/.test(name)) return `https://example.com/${text}`
  return name.includes('email') ? `${text}@example.com` : text
}

async function insert(pool: pg.Pool, table: string, values: Record<string, unknown>): Promise<void> {
  const names = Object.keys(values)
  await pool.query(
    `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
      ${['event_heads', 'notification_cursors'].includes(table) ? 'on conflict do nothing' : ''}`,
    Object.values(values),
  )
}
