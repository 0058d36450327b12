import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantsOf } from '../../src/db/embedded/role-statements.ts'
import { grantToService, prepareRoles, roleUrls } from '../../src/db/embedded/roles.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createPartitions, PARTITIONED } from '../../src/db/history/partitions.ts'
import { applyRetention } from '../../src/events/retention.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { cli, demoKey, embeddedUrl, run, type Program } from '../support/program.ts'
import { OWNERS, refusal, rows } from '../support/contract/role-probes.ts'

const SERVICE = 'echolog_service'
const WEEK_MS = 7 * 86_400_000
const ROLES = `select rolname, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as mighty
  from pg_roles where rolname like 'echolog\\_%' order by 1`

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let program: Program
let url: string
let superuser: string
let service: string

beforeAll(async () => {
  directory = await temporaryInstallation('demo')
  program = run('src/main.ts', { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'warn' })
  url = await program.listening
  superuser = await embeddedUrl(directory.path)
  service = roleUrls(superuser).service
})
afterAll(async () => {
  program.process.kill('SIGTERM')
  await program.ended
  await directory.remove()
})

test('every session of the service has a role without privileges, which owns nothing', async () => {
  const key = await demoKey(directory.path)
  expect((await fetch(`${url}/api/v3/feature_requests`, { headers: { 'API-KEY': key } })).status).toBe(200)
  const sessions = () =>
    rows<{ usename: string }>(
      superuser,
      `select distinct usename from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
  // A session that has ended disappears a moment later.
  await expect.poll(sessions).toEqual([{ usename: SERVICE }])
  expect(await rows(superuser, ROLES)).toEqual([
    { rolname: 'echolog_owner', mighty: false },
    { rolname: SERVICE, mighty: false },
  ])
  expect(await rows(superuser, OWNERS)).toEqual([{ owner: 'echolog_owner' }])
  expect(
    await rows(service, `select current_user, session_user, current_setting('is_superuser') as super`),
  ).toEqual([{ current_user: SERVICE, session_user: SERVICE, super: 'off' }])
})

test('the members of extensions are left to the superuser, and lack nothing', async () => {
  // Only the superuser may execute one of its functions.
  await rows(superuser, 'create extension pg_stat_statements')
  const members = `select from pg_depend d join pg_extension e on e.oid = d.refobjid
    where d.refclassid = 'pg_extension'::regclass and d.deptype = 'e' and e.extname = 'btree_gin'`
  expect((await rows(superuser, members)).length).toBeGreaterThan(0)
  expect(await rows(superuser, grantsOf())).toEqual([])
  // An installation that prepares the roles again, for example after a restored backup, does not fail on them.
  await rows(superuser, 'revoke execute on function search_config from public, echolog_service')
  await rows(superuser, 'alter role echolog_service createdb')
  await prepareRoles(roleUrls(superuser))
  await grantToService(roleUrls(superuser))
  await rows(superuser, 'drop extension pg_stat_statements')
  expect(await rows(superuser, OWNERS)).toEqual([{ owner: 'echolog_owner' }])
  expect(await rows(superuser, grantsOf())).toEqual([])
})

test('processes that start together grant their rights while partitions are created', async () => {
  const urls = roleUrls(superuser)
  const database = await openDatabase({ url: service })
  for (let week = 1; week <= 8; week++) {
    await rows(superuser, `revoke all on all tables in schema public from ${SERVICE}`)
    await rows(superuser, `grant select on all tables in schema public to ${SERVICE}`)
    await Promise.all([
      ...Array.from({ length: 6 }, () => grantToService(urls)),
      createPartitions(database.kysely, new Date(Date.now() + week * WEEK_MS)),
    ])
    expect(await rows(superuser, grantsOf())).toEqual([])
  }
  await database.close()
})

test('acknowledged writes are on the disk', async () => {
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
  ['cannot read passwords', 'select * from pg_authid'],
  ['cannot read files', `select pg_read_file('postgresql.conf')`],
  ['cannot list directories', `select pg_ls_dir('.')`],
  ['cannot run programs', `copy (select 1) to program 'true'`],
  ['cannot write files', `copy (select 1) to '/tmp/written'`],
  ['drops no table', 'drop table posts'],
  ['drops no part of the event log', 'drop table events_other'],
  ['cannot alter tables', 'alter table posts add column more text'],
  ['cannot disable triggers', 'alter table posts disable trigger all'],
  ['cannot disable triggers in its session', `set session_replication_role = 'replica'`],
  ['cannot truncate tables', 'truncate posts'],
  ['cannot create tables', 'create table mine (id int)'],
  ['cannot create temporary tables', 'create temporary table mine (id int)'],
  ['cannot create functions', 'create function mine() returns int language sql as $$ select 1 $$'],
  ['cannot create schemas', 'create schema mine'],
  ['cannot create roles', 'create role mine'],
  ['cannot become the owner', 'set role echolog_owner'],
  ['cannot become a superuser', 'set role echolog'],
  ['cannot reload settings of the server', 'select pg_reload_conf()'],
  ['cannot change the record of migrations', 'delete from _prisma_migrations'],
  [
    'cannot create a partition of another table',
    `select make_part('posts', 'posts_20260105', now(), now() + interval '1 week')`,
  ],
  ['cannot drop a table through a partition', `select drop_part('events', 'posts')`],
  ['cannot drop the default partition', `select drop_part('events', 'events_other')`],
])('the service %s', async (_name, sql) => {
  expect(await refusal(service, sql)).toBe('42501')
})

test('the service cannot terminate the sessions of others', async () => {
  const holder = new pg.Client(superuser)
  await holder.connect()
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'echolog'`
  expect(await refusal(service, end)).toBe('42501')
  await holder.end()
})

test('the service creates and drops weekly partitions, reads the applied migrations, and seeds bulk data', async () => {
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
  await applyRetention(database.kysely, new Date(later.getTime() + 20 * WEEK_MS), 4 * WEEK_MS)
  // The partitions of the next four weeks, and the default one.
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
  // The final vacuum needs a separate privilege, without which PostgreSQL only warns.
  const [analyzed] = await rows<{ done: boolean }>(
    superuser,
    `select last_vacuum is not null and last_analyze is not null as done from pg_stat_user_tables where relname = 'posts'`,
  )
  expect(analyzed).toEqual({ done: true })
})
