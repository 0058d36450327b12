import { randomBytes } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { rewriteSealed } from '../../src/server/lifecycle/sealed-rows.ts'
import type { KeyRotation } from '../../src/server/lifecycle/rotate-key.ts'
import { registerApp } from '../support/clients/oauth.ts'
import { cli, run, type Program } from '../support/program.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { watchStatuses } from '../support/clients/watch-statuses.ts'
import { createWebhook, replaceSigningSecret } from '../support/fixtures/webhooks.ts'
import { useApp } from '../support/use.ts'

const next = randomBytes(32)
const TENANTS = 5

const app = useApp({ webhookAllowedHosts: ['127.0.0.1'] })
const tenants: Tenant[] = []
let webhookId: number
const started: Program[] = []

beforeAll(async () => {
  for (let index = 0; index < TENANTS; index++) tenants.push(await createTenant(app))
  const [first] = tenants as [Tenant]
  const { client_id } = await registerApp(app, first, {
    webhook_url: 'https://app.example/hook',
    subscribed_webhook_events: ['post_created'],
    declared_scopes: ['posts:read', 'webhooks:manage'],
  })
  const headers = first.admin.session
  await app.call('POST', `/oauth/apps/${client_id}/rotate_webhook_secret`, { headers })
  webhookId = (await createWebhook(app, first, { url: 'http://127.0.0.1/' })).id
  expect(await replaceSecret(app.url)).toBeUndefined()
})
afterEach(async () => {
  for (const { process: child, ended } of started.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

/** Number of secrets: the SSO keys, and the current and previous secrets of an app and a webhook. */
const SECRETS = TENANTS + 4

const env = (...keys: Buffer[]): Record<string, string> => {
  const [key, previous] = keys.map((one) => one.toString('base64'))
  return {
    DATABASE_URL: app.database.url,
    SECRET_KEY: key ?? '',
    ...(previous !== undefined && { SECRET_KEY_PREVIOUS: previous }),
    ROLES: 'web',
    PORT: '0',
    LOG_LEVEL: 'warn',
    DATABASE_TIMEOUT: '60s',
  }
}
const start = (...keys: Buffer[]) => {
  const program = run('src/main.ts', env(...keys))
  started.push(program)
  return program
}
const doctor = async (...keys: Buffer[]) =>
  (
    await cli<{ checks: { name: string; ok: boolean; detail: string }[] }>(env(...keys), 'doctor')
  ).checks.find(({ name }) => name === 'secrets')
const replaceSecret = (url: string) =>
  replaceSigningSecret(url, (tenants as [Tenant])[0].admin.session, webhookId)
const storedSecrets = async () =>
  (await app.database.pool.query('select secret_ciphertext, previous_secret_ciphertext from webhooks')).rows
const rotate = (...keys: Buffer[]) => cli<KeyRotation>(env(...keys), 'rotate-key')

async function statusAt(url: string, headers: Headers): Promise<number> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query: '{ viewer { role } }' }),
  })
  return response.status
}
/** The statuses of requests with an SSO token of each organization, and with an earlier session. */
async function statuses(url: string): Promise<number[]> {
  const answers = tenants.map(async (tenant) => statusAt(url, await tenant.sso({ email: 'ada@sso.example' })))
  const [{ admin }] = tenants as [Tenant]
  return [...new Set(await Promise.all([...answers, statusAt(url, admin.session)]))]
}

test('a start with a wrong key fails, also when no key was recorded before', async () => {
  const program = start(next)
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toContain('SECRET_KEY (or secret.key in DATA_DIR) is not the key')
  await start(app.secretKey).listening
  const again = start(next)
  expect(await again.ended).toBe(1)
  expect(again.stderr()).toContain('set SECRET_KEY_PREVIOUS')
  const command = run('src/cli.ts', env(next), ['rotate-key'])
  expect(await command.ended).toBe(1)
  expect(command.stderr()).toContain('is not the key')
})

test('a server with both keys reads every secret and accepts the sessions signed with the previous key', async () => {
  const both = await start(next, app.secretKey).listening
  expect(await statuses(both)).toEqual([200])
  expect(await doctor(next, app.secretKey)).toMatchObject({
    ok: true,
    detail: `${SECRETS} of ${SECRETS} are under the previous key: npm run cli -- rotate-key`,
  })
  // A process without one of the two keys prints a warning.
  for (const key of [app.secretKey, next]) {
    const program = start(key)
    await program.listening
    await expect.poll(() => program.stderr()).toContain('a key that this process does not have')
  }
})

test('an interrupted rotation is completed by the next one, while servers run', async () => {
  const both = await start(next, app.secretKey).listening
  const swapped = await start(app.secretKey, next).listening
  const { kysely, pool } = app.database
  const rows = await pool.query('select sso_key_ciphertext from organizations order by id')
  expect(await rewriteSealed(kysely, deriveKeys(next).encryption, 2)).toEqual({
    rewritten: 0,
    unreadable: SECRETS,
  })
  expect((await pool.query('select sso_key_ciphertext from organizations order by id')).rows).toEqual(
    rows.rows,
  )
  const killed = run('src/cli.ts', env(next, app.secretKey), ['rotate-key'])
  const watched = watchStatuses(() => statuses(both))
  await expect.poll(() => rewrittenRows(), { interval: 1 }).toBeGreaterThan(0)
  killed.process.kill('SIGKILL')
  await killed.ended
  expect(await statuses(both)).toEqual([200])
  const { rewritten, ...rotation } = await rotate(next, app.secretKey)
  expect(rotation).toEqual({ keyMade: false, secrets: SECRETS, unreadable: 0, previousKept: true })
  expect(rewritten).toBeLessThan(SECRETS)
  expect(await watched.end()).toEqual([200])
  // A process stores a secret only under a registered key, even if its own first key is another one.
  expect(await replaceSecret(swapped)).toBeUndefined()
  const stored = await storedSecrets()
  expect(await replaceSecret(app.url)).toBe('INTERNAL')
  expect(await storedSecrets()).toEqual(stored)
  expect(await rotate(next, app.secretKey)).toMatchObject({ rewritten: 0, unreadable: 0 })
  expect(await doctor(next, app.secretKey)).toMatchObject({
    ok: true,
    detail: `${SECRETS}, all under the current key`,
  })
})

test('the previous key is not needed after a rotation, and is rejected as the only key', async () => {
  const program = start(next)
  const url = await program.listening
  const [, ...others] = tenants as [Tenant, ...Tenant[]]
  for (const tenant of others)
    expect(await statusAt(url, await tenant.sso({ email: 'ada@sso.example' }))).toBe(200)
  expect(program.stderr()).toBe('')
  const [{ admin }] = tenants as [Tenant]
  expect(await statusAt(url, admin.session)).toBe(401)
  const before = start(app.secretKey)
  expect(await before.ended).toBe(1)
  expect(before.stderr()).toContain('is not the key')
})

test('a rotation clears expired secrets, and accepts the loss of a key with the number of unreadable secrets', async () => {
  const expire = `update webhooks set previous_secret_ciphertext = '\\x00', previous_secret_until = now() - interval '1 day'`
  await app.database.pool.query(expire)
  expect(await rotate(next)).toMatchObject({ unreadable: 0, secrets: SECRETS - 1 })
  const other = randomBytes(32)
  const [first] = tenants as [Tenant]
  const accepted = await cli<KeyRotation>(env(other), 'rotate-key', '--accept-loss')
  expect(accepted).toMatchObject({ rewritten: 0, unreadable: SECRETS - 1, secrets: SECRETS - 1 })
  const url = await start(other).listening
  expect(await statusAt(url, await first.sso({ email: 'ada@sso.example' }))).toBe(500)
  const failing = run('src/cli.ts', env(other), ['--json', 'doctor'])
  expect(await failing.ended).toBe(1)
  expect(failing.stdout()).toContain(
    `${SECRETS - 1} of ${SECRETS - 1} are encrypted under a key that is unavailable`,
  )
  expect(await run('src/cli.ts', env(other), ['rotate-key']).ended).toBe(1)
})

async function rewrittenRows(): Promise<number> {
  const [{ id }] = deriveKeys(next).encryption.keys
  const { rows } = await app.database.pool.query<{ n: number }>(
    'select count(*) as n from organizations where substring(sso_key_ciphertext from 2 for 8) = $1',
    [id],
  )
  return rows[0]?.n ?? 0
}
