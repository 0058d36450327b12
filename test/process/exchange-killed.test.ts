import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../src/lib/crypto/secret.ts'
import { newCode, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { run, type Program } from '../support/program.ts'
import { createTenant } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const CODES = 500

const app = useApp()
const target = useTenant(app)
let client: ClientApp
const started: Program[] = []

beforeAll(async () => {
  client = await registerApp(app, await createTenant(app))
})
afterAll(async () => {
  for (const { process: child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
})

test('a process killed during 500 exchanges leaves no code with two token pairs and no token without its install', async () => {
  const codes: string[] = []
  for (let at = 0; at < CODES; at++) codes.push(await newCode(app, client, target))
  const [first, second] = await Promise.all([start(), start()])
  const held = await holdCode(codes[1] ?? '')
  const killed = codes.map((code, index) => redeem(index % 2 ? first.url : second.url, code))
  await expect.poll(() => count('oauth_tokens'), { interval: 10 }).toBeGreaterThan(40)
  first.program.process.kill('SIGKILL')
  await first.program.ended
  await held.release()
  const answers = await Promise.all(killed)
  expect(answers.filter((status) => status === 0).length).toBeGreaterThan(0)
  const granted = answers.filter((status) => status === 200).length
  expect(await count('oauth_tokens')).toBeGreaterThanOrEqual(granted)
  await consistent()

  // A client without a response retries. A code that had been redeemed is a replay, and its tokens are
  // revoked.
  const again = await Promise.all(
    codes.filter((_, index) => answers[index] === 0).map((code) => redeemWhenFree(second.url, code)),
  )
  expect(again.every((status) => status === 200 || status === 400)).toBe(true)
  await consistent()
})

/** Locks a code, so that its exchange cannot end before the lock is released, however fast the others are. */
async function holdCode(code: string): Promise<{ release(): Promise<void> }> {
  const holder = await app.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from oauth_codes where code_hash = $1 for update', [sha256(code)])
  return {
    async release() {
      await holder.query('rollback')
      holder.release()
    },
  }
}

async function consistent(): Promise<void> {
  const twice = `select code_id from oauth_tokens where revoked_at is null group by code_id having count(*) > 1`
  const homeless = `select from oauth_tokens t where not exists (select 1 from oauth_installs i
    where i.organization_id = t.organization_id and i.id = t.install_id)`
  const unused = `select from oauth_tokens t join oauth_codes c
    on c.organization_id = t.organization_id and c.id = t.code_id where c.used_at is null`
  for (const query of [twice, homeless, unused])
    expect((await app.database.pool.query(query)).rowCount).toBe(0)
}

async function start(): Promise<{ program: Program; url: string }> {
  const program = run('src/main.ts', {
    DATABASE_URL: app.database.url,
    SECRET_KEY: app.secretKey.toString('base64'),
    ROLES: 'web',
    PORT: '0',
    LOG_LEVEL: 'error',
  })
  started.push(program)
  return { program, url: await program.listening }
}

/** The status of one exchange, or 0 when the connection broke. */
async function redeem(url: string, code: string): Promise<number> {
  const { client_id, client_secret, redirect_uri } = client
  const body = JSON.stringify({
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    redirect_uri,
    code,
  })
  const headers = { 'Content-Type': 'application/json' }
  return fetch(`${url}/oauth/token`, { method: 'POST', headers, body }).then(
    (response) => response.status,
    () => 0,
  )
}

/** The status of an exchange that is repeated while a busy server refuses it with 503. */
async function redeemWhenFree(url: string, code: string): Promise<number> {
  for (;;) {
    const status = await redeem(url, code)
    if (status !== 503) return status
  }
}

async function count(table: string): Promise<number> {
  return (await app.database.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n ?? 0
}
