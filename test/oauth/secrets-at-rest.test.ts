import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { exchange, newCode, refresh, registerApp } from '../support/clients/oauth.ts'
import { run } from '../support/program.ts'
import { createTenant } from '../support/fixtures/scenario.ts'

const FLOWS = 300

let app: TestApp

beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

test('neither the database nor the logs contain an issued secret after 300 flows', async () => {
  const target = await createTenant(app)
  const owner = await createTenant(app)
  const webhook = {
    webhook_url: 'https://app.example/hook',
    subscribed_webhook_events: ['post_created'],
    declared_scopes: ['posts:read', 'webhooks:manage'],
  }
  const client = await registerApp(app, owner, webhook)
  const logging = run('src/main.ts', {
    DATABASE_URL: app.database.url,
    SECRET_KEY: app.secretKey.toString('base64'),
    ROLES: 'web',
    PORT: '0',
    LOG_LEVEL: 'trace',
  })
  const there = { ...app, call: callAt(await logging.listening) }
  const secrets = [client.client_secret, client.webhook_secret ?? '']
  for (let flow = 0; flow < FLOWS; flow++) {
    const code = await newCode(app, client, target)
    const { body: first } = await exchange(there, client, code)
    const { body: second } = await refresh(there, client, first.refresh_token)
    secrets.push(code, first.access_token, first.refresh_token, second.access_token, second.refresh_token)
  }
  logging.process.kill('SIGTERM')
  await logging.ended
  expect(secrets).toHaveLength(2 + FLOWS * 5)
  expect(secrets.every((secret) => secret.length > 30)).toBe(true)
  const kept = (await dump()) + logging.stdout() + logging.stderr()
  const hex = (secret: string) => Buffer.from(secret).toString('hex')
  expect(secrets.filter((secret) => kept.includes(secret) || kept.includes(hex(secret)))).toEqual([])
})

/** Every row of every table as text, binary columns in hexadecimal. */
async function dump(): Promise<string> {
  const { pool } = app.database
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const texts = tables.rows.map(async ({ name }) => {
    const { rows } = await pool.query<{ text: string | null }>(
      `select string_agg(t::text, E'\\n') as text from "${name}" t`,
    )
    return rows[0]?.text ?? ''
  })
  return (await Promise.all(texts)).join('\n')
}

function callAt(url: string): TestApp['call'] {
  return async (method, path, { headers = {}, body } = {}) => {
    const sent = { 'Content-Type': 'application/json', ...headers }
    const response = await fetch(url + path, { method, headers: sent, body: JSON.stringify(body) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as unknown }
  }
}
