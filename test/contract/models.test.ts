import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diffModels } from '../../.config/diff-models.ts'
import { createDatabase, serverOfWorker, type TestDatabase } from '../support/database.ts'
import { ROOT } from '../support/contract/source-files.ts'

let migrated: TestDatabase
let modelled: pg.Client
let server: pg.Client
const name = `models_${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  server = new pg.Client(serverOfWorker())
  await server.connect()
  await server.query(`create database ${name}`)
  const url = new URL(serverOfWorker())
  url.pathname = `/${name}`
  modelled = new pg.Client(url.href)
  await modelled.connect()
  await modelled.query(await diffModels({ to: `${ROOT}prisma` }))
  migrated = await createDatabase()
})
afterAll(async () => {
  await migrated.drop()
  await modelled.end()
  await server.query(`drop database ${name} with (force)`)
  await server.end()
})

/** The public tables, without partitions and the table of applied migrations. */
const TABLES = `select c.oid, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
  and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> '_prisma_migrations'`

test.each([
  [
    'tables and columns, with types, nullability and defaults',
    `select format('%s.%s %s%s%s', t.relname, a.attname, format_type(a.atttypid, a.atttypmod),
       case when a.attnotnull then ' not null' else '' end, ' default ' || pg_get_expr(d.adbin, d.adrelid)) as line
     from (${TABLES}) t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum`,
  ],
  [
    'primary and foreign keys',
    `select format('%s %s', t.relname, pg_get_constraintdef(k.oid)) as line from (${TABLES}) t
     join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'f') and k.conparentid = 0`,
  ],
  [
    'enums',
    `select format('%s %s', e.enumtypid::regtype, string_agg(e.enumlabel, ' ' order by e.enumsortorder)) as line
     from pg_enum e group by e.enumtypid`,
  ],
])('the migrations create the %s of the models', async (_what, query) => {
  const lines = await both(query)
  expect(lines.migrated).toEqual(lines.modelled)
  expect(lines.modelled.length).toBeGreaterThan(0)
})

test('the migrations create every index of the models', async () => {
  const lines = await both(
    `select regexp_replace(pg_get_indexdef(i.indexrelid), ' INDEX \\S+ ON (ONLY )?', ' INDEX ON ') as line
     from (${TABLES}) t join pg_index i on i.indrelid = t.oid`,
  )
  expect(lines.modelled.filter((line) => !lines.migrated.includes(line))).toEqual([])
})

async function both(query: string): Promise<{ migrated: string[]; modelled: string[] }> {
  const [left, right] = await Promise.all([
    migrated.pool.query<{ line: string }>(query),
    modelled.query<{ line: string }>(query),
  ])
  const lines = ({ rows }: { rows: { line: string }[] }) => rows.map(({ line }) => line).sort()
  return { migrated: lines(left), modelled: lines(right) }
}
