import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded.ts'
import { roleUrls } from '../../src/db/embedded/roles.ts'
import { openDatabase } from '../../src/db/database.ts'
import { makePartitions, PARTITIONED } from '../../src/db/partitions.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { keepLog } from '../../src/events/retention.ts'
import { MIGRATIONS } from '../support/global-setup.ts'
import { cli, demoKey, embeddedUrl, run, temporaryDirectory, type Program } from '../support/program.ts'

const SERVICE = 'echolog_service'
const WEEK_MS = 7 * 86_400_000
const ROLES = `select rolname, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as mighty
  from pg_roles where rolname like 'echolog\\_%' order by 1`
/** Objects of the database by owner, but those that PostgreSQL itself made. */
const OWNERS = `select distinct owner::regrole::text from (
    select relowner as owner from pg_class where relnamespace = 'public'::regnamespace
    union all select typowner from pg_type where typnamespace = 'public'::regnamespace
    union all select proowner from pg_proc where pronamespace = 'public'::regnamespace
    union all select datdba from pg_database where datname = current_database()) o order by 1`

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

async function rows<Row>(as: string, sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client(as)
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** The SQLSTATE that a statement fails with; null when it works. Whatever it does is undone. */
async function refusal(sql: string, as = service): Promise<string | null> {
  const client = new pg.Client(as)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(sql)
    return null
  } catch (error) {
    return (error as { code: string }).code
  } finally {
    await client.end()
  }
}

test('every session of the service is of a role without powers, which owns nothing', async () => {
  const key = await demoKey(program)
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
  expect(await refusal(sql)).toBe('42501')
})

test('the service ends no session of others', async () => {
  const holder = new pg.Client(superuser)
  await holder.connect()
  const end = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'echolog'`
  expect(await refusal(end)).toBe('42501')
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
  await makePartitions(database.kysely, later)
  expect((await parts()) - before).toBe(4 * PARTITIONED.length)
  await keepLog(database.kysely, new Date(later.getTime() + 20 * WEEK_MS))
  // Those for the four weeks from then, and what falls into none.
  expect(await parts()).toBe(5 * PARTITIONED.length)
  await database.close()
  expect(await rows(superuser, OWNERS)).toEqual([{ owner: 'echolog_owner' }])
  expect(await refusal('select * from _prisma_migrations')).toBeNull()
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

test('a data directory of the version before, where the superuser owns all, is converted with all that is in it', async () => {
  const own = await temporaryDirectory()
  const old = await startEmbeddedPostgres({ dataDir: own.path })
  try {
    await rows(old.url, 'drop owned by echolog_service; drop owned by echolog_owner')
    await rows(
      old.url,
      'alter database echolog owner to echolog; grant all on database echolog, postgres, template1 to public',
    )
    await rows(old.url, 'drop role echolog_service; drop role echolog_owner')
    await migrate({ url: old.url, migrationsDir: MIGRATIONS })
    const database = await openDatabase({ url: old.url })
    await makePartitions(database.kysely, new Date())
    await database.close()
    await rows(old.url, `insert into accounts (email, name) values ('ada@acme.example', 'Ada')`)
    expect(await rows(old.url, OWNERS)).toEqual([{ owner: 'echolog' }])
    // The superuser's session goes on, as the version before does during an update; two start at once.
    const again = run('src/main.ts', { DATA_DIR: own.path, PORT: '0', LOG_LEVEL: 'warn' })
    const beside = run('src/main.ts', { DATA_DIR: own.path, PORT: '0', LOG_LEVEL: 'warn' })
    for (const started of [again, beside])
      expect((await fetch(`${await started.listening}/readyz`)).status).toBe(200)
    expect(await rows(old.url, OWNERS)).toEqual([{ owner: 'echolog_owner' }])
    expect(await rows(roleUrls(old.url).service, 'select email from accounts where id = 1')).toEqual([
      { email: 'ada@acme.example' },
    ])
    expect(await refusal('drop table accounts', roleUrls(old.url).service)).toBe('42501')
    for (const started of [again, beside]) {
      started.process.kill('SIGTERM')
      expect(await started.ended).toBe(0)
    }
    const later = await startEmbeddedPostgres({ dataDir: own.path })
    expect(
      await rows(later.serviceUrl, 'select count(*)::int as accounts from accounts where id = 1'),
    ).toEqual([{ accounts: 1 }])
    await later.stop()
  } finally {
    await old.stop()
    await own.remove()
  }
}, 120_000)
