import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'
import { run, temporaryDirectory, type Program } from '../support/program.ts'

const TOKEN = 'a-token-of-the-operator'
let home: TestApp
let apps: TestApp[] = []

beforeAll(async () => {
  home = await startApp()
})
afterAll(() => home.stop())
afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  apps = []
})

async function ask(settings: Parameters<typeof startApp>[0], headers: Record<string, string> = {}) {
  const app = await startApp({ beside: home, ...settings })
  apps.push(app)
  const response = await fetch(`${app.url}/metrics`, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each([null, 'http://localhost:4000', 'http://[::1]:4000', 'http://127.0.0.2'])(
  'metrics are open where only this machine can reach the server: %s',
  async (publicUrl) => {
    const { status, text } = await ask({ publicUrl })
    expect(status).toBe(200)
    expect(text).toContain('echolog_')
  },
)

test.each(['https://feedback.example', 'http://10.0.0.1:4000', 'http://0.0.0.0:4000'])(
  'metrics of %s are closed until the operator configures access',
  async (publicUrl) => {
    const { status, text } = await ask({ publicUrl })
    expect(status).toBe(403)
    expect(text).not.toContain('echolog_')
    expect(text).toContain('METRICS_TOKEN')
  },
)

test.each([
  [{ trustedProxies: ['127.0.0.1'] }, {}],
  [{ trustedProxies: 1 }, {}],
  [{}, { Forwarded: 'for=203.0.113.1' }],
  [{}, { 'X-Forwarded-For': '203.0.113.1' }],
  [{}, { 'X-Forwarded-Host': 'feedback.example' }],
])('metrics are closed behind a proxy on the same machine: %o %o', async (settings, headers) => {
  const { status, text } = await ask(settings, headers)
  expect(status).toBe(403)
  expect(text).not.toContain('echolog_')
  const authorization = { ...(headers as Record<string, string>), Authorization: `Bearer ${TOKEN}` }
  expect((await ask({ ...settings, metricsToken: TOKEN }, authorization)).status).toBe(200)
})

test('the metrics token opens them, and no other credential', async () => {
  const settings = { publicUrl: 'https://feedback.example', metricsToken: TOKEN }
  for (const authorization of [undefined, 'Bearer', 'Bearer wrong', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
    const headers: Record<string, string> =
      authorization === undefined ? {} : { Authorization: authorization }
    const refused = await ask(settings, headers)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('Bearer')
    expect(refused.text).not.toContain('echolog_')
  }
  expect((await ask({ metricsToken: TOKEN })).status).toBe(401)
  const { status, text } = await ask(settings, { Authorization: `Bearer ${TOKEN}` })
  expect(status).toBe(200)
  expect(text).toContain('echolog_')
})

let program: Program | undefined
let directory: Awaited<ReturnType<typeof temporaryDirectory>> | undefined
afterAll(async () => {
  program?.process.kill('SIGTERM')
  await program?.ended
  await directory?.remove()
})

test('metrics on a separate port are served there alone, and the start prints its URL', async () => {
  directory = await temporaryDirectory()
  const port = await freePort()
  const settings = { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'warn', DEMO: 'false' }
  program = run('src/main.ts', { ...settings, METRICS_PORT: String(port), METRICS_TOKEN: TOKEN })
  const url = await program.listening
  const address = `http://127.0.0.1:${port}/metrics`
  await expect.poll(() => program?.stdout()).toContain(address)
  const headers = { Authorization: `Bearer ${TOKEN}` }
  expect((await fetch(`${url}/metrics`, { headers })).status).toBe(404)
  expect((await fetch(address)).status).toBe(401)
  const answer = await fetch(address, { headers })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('echolog_http_request_duration_seconds')
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})
