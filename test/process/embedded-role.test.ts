import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roleUrls } from '../../src/db/embedded/roles.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createPartitions, PARTITIONED } from '../../src/db/partitions.ts'
import { applyRetention } from '../../src/events/retention.ts'
import { cli, demoKey, embeddedUrl, run, temporaryDirectory, type Program } from '../support/program.ts'
import { OWNERS, refusal, rows } from '../support/contract/role-probes.ts'

const SERVICE = 'echolog_service'
const WEEK_MS = 7 * 86_400_000
const ROLES = `select rolname, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as mighty
  from pg_roles where rolname like 'echolog\\_%' order by 1`

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let program: Program
let url: string
let superuser: string
let service: string

beforeAll(async () => {
  directory = await temporaryDirectory()
  program = run('src/main.ts', { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'warn' })
  url = await program.listening
  superuser = await embeddedUrl(directory.path)
  service = roleUrls(superuser).service
}, 120_000)
afterAll(async () => {
  program.process.kill('SIGTERM')
  await program.ended
  await directory.remove()
})

test('every session of the service is of a role without powers, which owns nothing', async () => {
  const key = await demoKey(directory.path)
  expect((await fetch(`${url}/api/v3/feature_requests`, { headers: { 'API-KEY': key } })).status).toBe(200)
  const sessions = await rows<{ usename: string }>(
    superuser,
    `select distinct usename from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  expect(sessions).toEqual([{ usename: SERVICE }])
  expect(await rows(superuser, ROLES)).toEqual([
    { rolname: 'echolog_owner', mighty: false },
    { rolname: SERVICE, mighty: false },
  ])
  expect(await rows(superuser, OWNERS)).toEqual([{ owner: 'echolog_owner' }])
  expect(
    await rows(service, `select current_user, session_user, current_setting('is_superuser') as super`),
  ).toEqual([{ current_user: SERVICE, session_user: SERVICE, super: 'off' }])
})

test('what the service is told is stored is on the disk', async () => {
  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_sync_retry']
  const settings = await rows<{ setting: string }>(
    service,
    `select name || ' ' || setting as setting from pg_settings where name = any($1) order by 1`,
    [names],
  )
  expect(settings.map(({ setting }) => setting)).toEqual([
    'data_sync_retry off',
    'fsync on',
    'full_page_writes on',
    'synchronous_commit on',
  ])
})

test.each([
  ['reads no password', 'select * from pg_authid'],
  ['reads no file', `select pg_read_file('postgresql.conf')`],
  ['lists no directory', `select pg_ls_dir('.')`],
  ['runs no program', `copy (select 1) to program 'true'`],
  ['writes no file', `copy (select 1) to '/tmp/written'`],
  ['drops no table', 'drop table posts'],
  ['drops no part of the event log', 'drop table events_other'],
  ['alters no table', 'alter table posts add column more text'],
  ['disables no trigger', 'alter table posts disable trigger all'],
  ['switches off no trigger by the session', `set session_replication_role = 'replica'`],
  ['empties no table', 'truncate posts'],
  ['makes no table', 'create table mine (id int)'],
  ['makes no temporary table', 'create temporary table mine (id int)'],
  ['makes no function', 'create function mine() returns int language sql as $$ select 1 $$'],
  ['makes no schema', 'create schema mine'],
  ['makes no role', 'create role mine'],
  ['becomes no owner', 'set role echolog_owner'],
  ['becomes no superuser', 'set role echolog'],
  ['reloads no settings of the server', 'select pg_reload_conf()'],
  ['changes no record of migrations', 'delete from _prisma_migrations'],
  [
    'makes no part of another table',
    `select make_part('posts', 'posts_20260105', now(), now() + interval '1 week')`,
  ],
  ['drops no table through the parts', `select drop_part('events', 'posts')`],
  ['drops no part for what is in no week', `select drop_part('events', 'events_other')`],
])('the service %s', async (_name, sql) => {
  expect(await refusal(service, sql)).toBe('42501')
})

test('the service ends no session of others', async () => {
  const holder = new pg.Client(superuser)
  await holder.connect()
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'echolog'`
  expect(await refusal(service, end)).toBe('42501')
  await holder.end()
})

test('the service makes and drops parts by week, reads the record of migrations, and bulk data work', async () => {
  const database = await openDatabase({ url: service })
  const parts = async () =>
    (
      await rows<{ count: number }>(
        superuser,
        'select count(*)::int as count from pg_class where relispartition and relkind = $1',
        ['r'],
      )
    )[0]?.count ?? 0
  const before = await parts()
  const later = new Date(Date.now() + 20 * WEEK_MS)
  await createPartitions(database.kysely, later)
  expect((await parts()) - before).toBe(4 * PARTITIONED.length)
  await applyRetention(database.kysely, new Date(later.getTime() + 20 * WEEK_MS))
  // Those for the four weeks from then, and what falls into none.
  expect(await parts()).toBe(5 * PARTITIONED.length)
  await database.close()
  expect(await rows(superuser, OWNERS)).toEqual([{ owner: 'echolog_owner' }])
  expect(await refusal(service, 'select * from _prisma_migrations')).toBeNull()
  const env = { DATA_DIR: directory.path }
  await cli(
    env,
    ...['org', 'create', '--slug', 'acme', '--name', 'Acme', '--admin-email', 'ada@acme.example'],
  )
  const seeded = await cli<{ posts: number }>(env, 'seed', '--org', 'acme', '--posts', '120')
  expect(seeded).toMatchObject({ posts: 120 })
  // The vacuum at its end takes a right of its own, without which PostgreSQL only warns.
  const [analyzed] = await rows<{ done: boolean }>(
    superuser,
    `select last_vacuum is not null and last_analyze is not null as done from pg_stat_user_tables where relname = 'posts'`,
  )
  expect(analyzed).toEqual({ done: true })
}, 120_000)
