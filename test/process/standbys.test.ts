import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { openDatabase, type Database } from '../../src/db/database.ts'
import { diagnose } from '../../src/server/lifecycle/doctor.ts'
import { describeStandbys } from '../../src/server/lifecycle/describe-standbys.ts'
import { createPostgresServer, type PostgresServer } from '../support/postgres-server.ts'

let primary: PostgresServer
let standby: PostgresServer
let database: Database

/** Opens connections without their lost ones being errors. */
const open = ({ url }: PostgresServer) => openDatabase({ url, max: 2, onLost: () => {} })

/** The detail of the check of `doctor`, or the problem. */
const described = (limits: { lateSeconds?: number; bytes?: number } = {}) =>
  describeStandbys(database.kysely, { lateSeconds: 3_600, ...limits }).catch(
    (error: unknown) => `problem: ${(error as Error).message}`,
  )

const set = (name: string, value: string) =>
  primary.query(`alter system set ${name} = '${value}'`).then(() => primary.query('select pg_reload_conf()'))

/** Writes WAL that the standby has to replay. */
const write = () => primary.query('create table if not exists lag (text text); insert into lag values (1)')

beforeAll(async () => {
  primary = await createPostgresServer()
  standby = await primary.copy()
  await primary.start()
  database = await open(primary)
})
afterAll(async () => {
  await database.close()
  await standby.remove()
  await primary.remove()
})

test('doctor reports that there is no standby', async () => {
  const { url, secretKey } = primary
  const { checks } = await diagnose(
    readConfig({ DATABASE_URL: url, SECRET_KEY: secretKey.toString('base64') }),
  )
  expect(checks.find(({ name }) => name === 'standbys')).toEqual({
    name: 'standbys',
    ok: true,
    detail: 'none: one server has the data, so keep backups elsewhere',
  })
})

test('commits that wait for an absent standby are a problem', async () => {
  await set('synchronous_standby_names', 'standby')
  await expect.poll(described).toContain('problem: no standby that synchronous_standby_names names')
  await set('synchronous_standby_names', '')
  await expect.poll(described).toContain('none:')
})

test('a standby has a lag, which is a problem from its limit on, and may be synchronous', async () => {
  await database.close()
  await primary.stop()
  await standby.remove()
  standby = await primary.copy()
  await primary.start()
  standby.follow(primary)
  await standby.start()
  database = await open(primary)
  await expect
    .poll(described)
    .toMatch(/^1 standby, 0 s and 0 MiB behind, none synchronous, so that a failover/)
  await standby.query('select pg_wal_replay_pause()')
  await write()
  const late = () => described({ lateSeconds: 1 })
  await expect.poll(late).toMatch(/^problem: a standby is [1-9]\d* s and 1 MiB behind/)
  await standby.query('select pg_wal_replay_resume()')
  await expect.poll(() => described({ bytes: 1 })).toContain('1 standby, ')
  await set('synchronous_standby_names', 'standby')
  await expect.poll(described).toMatch(/behind, 1 synchronous$/)
  await set('synchronous_standby_names', '')
  await expect.poll(described).toContain('none synchronous')
})

test('a role without the right to read the lag gets the name of the right', async () => {
  await primary.query(
    `create role reader login password 'reader'; grant connect on database echolog to reader`,
  )
  const url = new URL(primary.url)
  url.username = url.password = 'reader'
  const reader = await openDatabase({ url: url.href, max: 1, onLost: () => {} })
  try {
    const detail = await describeStandbys(reader.kysely, { lateSeconds: 60 })
    expect(detail).toBe('1 standby; grant pg_monitor to the role of DATABASE_URL to see the lag')
  } finally {
    await reader.close()
  }
})

test('a slot without a reader is a problem while it retains WAL, and after it has lost it', async () => {
  await primary.query(`select pg_create_physical_replication_slot('gone', true)`)
  expect(await described()).toContain('1 standby, ')
  await write()
  expect(await described({ bytes: 1 })).toContain('the disk fills for the slots gone: start their readers')
  await set('max_slot_wal_keep_size', '1MB')
  const lost = async () => {
    await primary.query(`select pg_switch_wal()`)
    await write()
    await primary.query('checkpoint')
    return described()
  }
  await expect.poll(lost).toBe('problem: the readers of the slots gone must be created again')
  await primary.query(`select pg_drop_replication_slot('gone')`)
  expect(await described()).toContain('1 standby, ')
})
