import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

/** Tables with a copy on each server of a distributed database. */
const REFERENCE_TABLES = ['organizations', 'accounts', 'oauth_apps']
const REFERENCE = `('${REFERENCE_TABLES.join("', '")}')`

/** Tables that are distributed, as `npm run cli -- distribute` finds them. Partitions follow their parents. */
const TENANT_TABLES = `select c.oid, c.relname from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not in ${REFERENCE}`

async function lines(query: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ line: string }>(`${query} order by 1`)
  return rows.map(({ line }) => line)
}

test('the tables of organizations are found', async () => {
  const tables = await lines(`select relname as line from (${TENANT_TABLES}) t`)
  expect(tables.length).toBeGreaterThan(30)
  expect(tables).toContain('events')
  expect(tables).not.toContain('oauth_apps')
})

test('every primary key and unique index of a tenant table contains the organization', async () => {
  const others = await lines(`select i.indexrelid::regclass::text as line from (${TENANT_TABLES}) t
    join pg_index i on i.indrelid = t.oid and i.indisunique
    where not exists (select 1 from pg_attribute a where a.attrelid = t.oid and a.attname = 'organization_id'
      and a.attnum = any(i.indkey::int2[]))`)
  expect(others).toEqual([])
})

test('every foreign key between tenant tables pairs their organizations', async () => {
  const others = await lines(`select k.conname as line from pg_constraint k
    join (${TENANT_TABLES}) source on source.oid = k.conrelid join (${TENANT_TABLES}) target on target.oid = k.confrelid
    where k.contype = 'f' and not exists (
      select from unnest(k.conkey, k.confkey) as pair (one, other)
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.one and a.attname = 'organization_id'
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.other and b.attname = 'organization_id')`)
  expect(others).toEqual([])
})

test('no foreign key acts on updates', async () => {
  expect(
    await lines(`select conname as line from pg_constraint where contype = 'f' and confupdtype <> 'a'`),
  ).toEqual([])
})

test('every foreign key is validated', async () => {
  expect(
    await lines(`select conname as line from pg_constraint where contype = 'f' and not convalidated`),
  ).toEqual([])
})

test('keys from tenant tables to others lead to reference tables only', async () => {
  const targets = await lines(`select distinct k.confrelid::regclass::text as line from pg_constraint k
    join (${TENANT_TABLES}) source on source.oid = k.conrelid
    where k.contype = 'f' and k.confrelid not in (select oid from (${TENANT_TABLES}) t)`)
  expect(REFERENCE_TABLES).toEqual(expect.arrayContaining(targets))
})

test('no key leads from another table to a tenant table', async () => {
  const keys = await lines(`select k.conname as line from pg_constraint k
    join (${TENANT_TABLES}) target on target.oid = k.confrelid
    where k.contype = 'f' and k.conrelid not in (select oid from (${TENANT_TABLES}) t) and k.conparentid = 0`)
  expect(keys).toEqual([])
})

test('no reference table has a trigger', async () => {
  const triggers = await lines(`select t.tgname as line from pg_trigger t
    where not t.tgisinternal and t.tgrelid::regclass::text in ${REFERENCE}`)
  expect(triggers).toEqual([])
})

/** Statements of a function's body, without its control structures. */
const statementsOf = (body: string) => body.split(/;|\bLOOP\b|\bTHEN\b|\bELSE\b/)

test('no statement of a trigger reads changed rows beside a table', async () => {
  const { rows } = await database.pool.query<{ name: string; body: string; changed: string[] }>(
    `select p.proname as name, p.prosrc as body,
       array_agg(distinct x) filter (where x is not null) as changed
     from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     cross join lateral unnest(array[t.tgnewtable::text, t.tgoldtable::text]) x
     where not t.tgisinternal group by p.oid`,
  )
  const tables = await lines(`select relname as line from (${TENANT_TABLES}) t`)
  const named = (names: readonly string[], text: string) =>
    names.some((name) => new RegExp(`\\b(from|join|into|update|using)\\s+${name}\\b`, 'i').test(text))
  expect(rows.map(({ name }) => name)).toContain('mark_revision')
  const mixed = rows.flatMap(({ name, body, changed }) =>
    statementsOf(body)
      .filter((text) => named(changed ?? [], text) && named(tables, text))
      .map((text) => `${name}: ${text.trim()}`),
  )
  expect(mixed).toEqual([])
})
