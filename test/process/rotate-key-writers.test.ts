import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KeyRotation } from '../../src/server/lifecycle/rotate-key.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { cli, embeddedUrl, run, type Program } from '../support/program.ts'

/** Secrets that exist before the rotation: the SSO key of the organization. */
const SECRETS = 1

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let env: Record<string, string>
let server: Program
/** Holds a lock, and looks who waits for it: a transaction sees the same activity until it ends. */
let holder: pg.Client
let client: pg.Client

beforeAll(async () => {
  directory = await temporaryInstallation('bare')
  env = { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'warn', DEMO: 'false', DATABASE_TIMEOUT: '60s' }
  server = run('src/main.ts', env)
  await server.listening
  await cli(env, ...organization('first'))
  const database = await embeddedUrl(directory.path)
  holder = new pg.Client(database)
  client = new pg.Client(database)
  await Promise.all([holder.connect(), client.connect()])
})
afterAll(async () => {
  await Promise.all([holder.end(), client.end()])
  server.process.kill('SIGTERM')
  await server.ended
  await directory.remove()
})

const organization = (slug: string) => [
  ...['org', 'create', '--slug', slug, '--name', 'Acme', '--admin-email', 'ada@acme.example'],
]
const keysInFile = async () => (await readFile(join(directory.path, 'secret.key'), 'utf8')).trim().split('\n')

/** How many connections of this database wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.count ?? 0
}

test('a secret that another process stores during a rotation is readable after the key before is dropped', async () => {
  const [before] = await keysInFile()
  await holder.query('set idle_in_transaction_session_timeout = 0; begin; select from accounts for update')
  // The SSO key is inserted under the key before, and its transaction waits for the account of the admin.
  const writer = run('src/cli.ts', env, organization('second'))
  await expect.poll(waiting).toBe(1)
  const rotation = run('src/cli.ts', env, ['--json', 'rotate-key', '--drop-previous'])
  let ended = false
  void rotation.ended.then(() => (ended = true))
  await expect.poll(async () => ended || (await waiting()) === 2).toBe(true)
  expect(await keysInFile()).toContain(before)
  await holder.query('commit')
  expect(await writer.ended).toBe(0)
  expect(await rotation.ended).toBe(0)
  expect(JSON.parse(rotation.stdout())).toEqual({
    keyMade: true,
    rewritten: SECRETS + 1,
    secrets: SECRETS + 1,
    unreadable: 0,
    previousKept: false,
  })
  expect(await keysInFile()).toHaveLength(1)
  expect(await keysInFile()).not.toContain(before)
  expect(await cli<KeyRotation>(env, 'rotate-key')).toMatchObject({ unreadable: 0, secrets: SECRETS + 1 })
})
