import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createInstallation, type FailoverInstallation } from '../support/faults/failover-installation.ts'
import { until } from '../support/postgres-server.ts'
import { run } from '../support/program.ts'

let installation: FailoverInstallation

beforeAll(async () => {
  installation = await createInstallation()
})
afterEach(() => installation.reset())
afterAll(() => installation.remove())

/** Sends one request with the API key. Returns its status. */
async function call(url: string, title?: string): Promise<number> {
  const response = await fetch(`${url}/api/v3/feature_requests?per_page=100`, {
    method: title === undefined ? 'GET' : 'POST',
    headers: { ...installation.tenant.key, 'Content-Type': 'application/json' },
    ...(title !== undefined && { body: JSON.stringify({ title }) }),
  })
  await response.arrayBuffer()
  return response.status
}

async function readiness(url: string): Promise<{ status: number; problem?: string }> {
  const response = await fetch(`${url}/readyz`)
  return { ...((await response.json()) as object), status: response.status }
}

test('a server that becomes read-only is not used for reads and writes until it accepts writes again', async () => {
  const { servers, url, submit, titles } = await installation.start(['web'])
  await submit('before')
  for (let times = 0; times < 3; times++) await titles(50)
  const setReadOnly = async (value: 'on' | 'off') => {
    await servers.primary.query(
      `alter database echolog set default_transaction_read_only = ${value}`,
      'postgres',
    )
    servers.proxy.cut()
  }
  await setReadOnly('on')
  await until(async () => (await readiness(url)).problem === 'the database is read-only')
  expect(await call(url, 'refused')).toBe(503)
  expect(await call(url)).toBe(503)
  await setReadOnly('off')
  await until(async () => (await readiness(url)).status === 200)
  expect(await submit('after')).toBe('after')
  expect(await titles(50)).toEqual(['before', 'after'])
})

test('a server that becomes read-only under open connections is not used once it rejects a write', async () => {
  const { servers, url, submit } = await installation.start(['web'])
  await submit('before')
  await servers.primary.query('alter system set default_transaction_read_only = on')
  await servers.primary.query('select pg_reload_conf()')
  await until(async () => (await call(url, 'refused')) === 503)
  expect((await readiness(url)).problem).toBe('the database is read-only')
  await servers.primary.query('alter system reset default_transaction_read_only')
  await servers.primary.query('select pg_reload_conf()')
  await until(async () => (await readiness(url)).status === 200)
  expect(await submit('after')).toBe('after')
})

test('a process started on a standby exits with a message that names the cause', async () => {
  const { servers } = await installation.start([], { hasStandby: true })
  const program = run('src/main.ts', {
    DATABASE_URL: servers.standby?.url ?? '',
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toContain('set DATABASE_URL to the primary server')
})
