import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/lib/log/logger.ts'
import { repeat } from '../../src/lib/concurrency/loop.ts'
import { VERSION } from '../../src/lib/version.ts'
import { createMetrics } from '../../src/server/metrics/metrics.ts'
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

const valueOf = (text: string, series: string) =>
  Number(new RegExp(`^${RegExp.escape(series)} (\\S+)$`, 'm').exec(text)?.[1])

test('metrics have the pool, also what waits for a share, the jobs and the build', async () => {
  const { setPool, text } = createMetrics()
  const failing = repeat({
    name: 'working in vain',
    everyMs: 10_000,
    log: createLogger('silent'),
    work: () => Promise.reject(new Error('in vain')),
  })
  const working = repeat({
    name: 'working',
    everyMs: 10_000,
    log: createLogger('silent'),
    work: async () => false,
  })
  await Promise.all([failing.stop(), working.stop()])
  setPool(
    Object.assign(Object.create(null), {
      totalCount: 7,
      idleCount: 2,
      waitingCount: 1,
      waitingForShare: 3,
      options: { max: 10 },
    }),
  )
  const { text: shown } = await text()
  const connections = (name: string) => valueOf(shown, `echolog_database_connections_${name}`)
  expect(['in_use', 'idle', 'waiting', 'limit'].map(connections)).toEqual([5, 2, 4, 10])
  const [vain, fine] = ['working in vain', 'working']
  expect(valueOf(shown, `echolog_job_rounds_total{job_name="${vain}",result="failed"}`)).toBe(1)
  expect(valueOf(shown, `echolog_job_rounds_total{job_name="${fine}",result="ok"}`)).toBe(1)
  const success = (job: string) =>
    valueOf(shown, `echolog_job_last_success_timestamp_seconds{job_name="${job}"}`)
  expect(success(vain)).toBeNaN()
  expect(Math.abs(success(fine) - Date.now() / 1000)).toBeLessThan(60)
  expect(shown).toContain(`echolog_build_info{version="${VERSION}",node="${process.versions.node}"} 1`)
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
  const text = await answer.text()
  expect(text).toContain('echolog_http_request_duration_seconds')
  expect(valueOf(text, 'echolog_database_connections_limit')).toBe(10)
  const retention = 'echolog_job_rounds_total{job_name="applying the retention of the event log",result="ok"}'
  const read = async () => (await fetch(address, { headers })).text()
  await expect.poll(async () => valueOf(await read(), retention)).toBe(1)
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})
