import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { newCode, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { run, type Program } from '../support/program.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

const CODES = 500

let app: TestApp
let target: Tenant
let client: ClientApp
const started: Program[] = []

beforeAll(async () => {
  app = await startApp()
  target = await createTenant(app)
  client = await registerApp(app, await createTenant(app))
})
afterAll(async () => {
  for (const { process: child, ended } of started) {
    child.kill('SIGKILL')
    await ended
  }
  await app.stop()
})

test('a process killed during 500 exchanges leaves no code with two token pairs and no token without its install', async () => {
  const codes: string[] = []
  for (let at = 0; at < CODES; at++) codes.push(await newCode(app, client, target))
  const [first, second] = await Promise.all([start(), start()])
  const killed = codes.map((code, index) => redeem(index % 2 ? first.url : second.url, code))
  await until(async () => (await count('oauth_tokens')) > 40)
  first.program.process.kill('SIGKILL')
  const answers = await Promise.all(killed)
  expect(answers.filter((status) => status === 0).length).toBeGreaterThan(0)
  const granted = answers.filter((status) => status === 200).length
  expect(await count('oauth_tokens')).toBeGreaterThanOrEqual(granted)
  await consistent()

  // A client without a response retries. A code that had been redeemed is a replay, and its tokens are
  // revoked.
  const again = await Promise.all(
    codes.filter((_, index) => answers[index] === 0).map((code) => redeem(second.url, code)),
  )
  expect(again.every((status) => status === 200 || status === 400)).toBe(true)
  await consistent()
})

async function consistent(): Promise<void> {
  const twice = `select code_id from oauth_tokens where revoked_at is null group by code_id having count(*) > 1`
  const homeless = `select from oauth_tokens t where not exists (select from oauth_installs i
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

async function count(table: string): Promise<number> {
  return (await app.database.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n ?? 0
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('timed out')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
