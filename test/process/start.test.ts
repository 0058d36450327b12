import { execFileSync } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answers } from '../support/embedded.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { cli, embeddedUrl, ROOT, run, temporaryDirectory, type Program } from '../support/program.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let env: Record<string, string>
const started: Program[] = []

beforeAll(async () => {
  directory = await temporaryDirectory()
  env = { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'warn' }
})
afterAll(async () => {
  for (const program of started) program.process.kill('SIGTERM')
  await Promise.all(started.map(({ ended }) => ended))
  await directory.remove()
})

function start(extra: Record<string, string> = {}, args: string[] = [], installation?: string): Program {
  const program = run('src/main.ts', { ...env, ...extra }, args, { installation })
  started.push(program)
  return program
}

/** The API key that the printed shell command reads from its file. */
async function apiKeyOf(program: Program): Promise<string> {
  await expect.poll(() => program.stdout()).toContain('curl')
  const line = /^ *(API_KEY=.*)$/m.exec(program.stdout())?.[1] ?? ''
  return execFileSync('sh', ['-c', `${line}; printf %s "$API_KEY"`], { encoding: 'utf8' })
}

test('a first start creates everything and prints the location of working demo credentials, and SIGTERM stops it in order', async () => {
  const program = start({ LOG_LEVEL: 'info' }, [], ROOT)
  const url = await program.listening
  for (const line of ['creating a demo organization', 'created the demo organization'])
    await expect.poll(() => program.stderr()).toContain(line)
  const key = await apiKeyOf(program)
  expect(program.stdout().startsWith(`listening on ${url}\n\n  Console   ${url}/console\n`)).toBe(true)
  expect(key).toMatch(/^hn_\w+$/)
  const response = await fetch(`${url}/api/v3/feature_requests`, { headers: { 'API-KEY': key } })
  const { feature_requests: posts } = (await response.json()) as { feature_requests: unknown[] }
  expect(posts).toHaveLength(30)
  await answers(`${url}/readyz`, 200)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('echolog_http_request_duration_seconds')
  for (const name of ['secret.key', 'demo.json'])
    expect(statSync(join(directory.path, name)).mode & 0o777).toBe(0o600)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})

test('prints no credentials to a pipe or log unless requested', async () => {
  const path = join(directory.path, 'demo.json')
  chmodSync(path, 0o644)
  const { admin, apiKey, ssoKey } = JSON.parse(readFileSync(path, 'utf8')) as {
    admin: { password: string }
    apiKey: string
    ssoKey: string
  }
  const quiet = start({ LOG_LEVEL: 'trace' })
  await quiet.listening
  expect(await apiKeyOf(quiet)).toBe(apiKey)
  expect(quiet.stdout()).toContain(path)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  for (const secret of [admin.password, apiKey, ssoKey])
    expect(quiet.stdout() + quiet.stderr()).not.toContain(secret)
  const asked = start({}, ['--print-credentials'])
  await expect.poll(() => asked.stdout()).toContain(`-H "API-KEY: ${apiKey}"`)
  for (const secret of [admin.password, apiKey]) expect(asked.stdout()).toContain(secret)
  const unknown = start({}, ['--print-credential'])
  expect(await unknown.ended).toBe(1)
  expect(unknown.stderr()).toContain('--print-credential')
})

test('a second start has the same data and credentials', async () => {
  const program = start()
  const url = await program.listening
  const key = await apiKeyOf(program)
  expect((await fetch(`${url}/api/v3/feature_requests`, { headers: { 'API-KEY': key } })).status).toBe(200)
})

test('two services share one data directory, and one takes over from the other when it is killed', async () => {
  const [first, second] = [start(), start()]
  await Promise.all([first.listening, second.listening])
  first.process.kill('SIGKILL')
  await first.ended
  expect(await answers(`${await second.listening}/readyz`, 200)).toEqual({ status: 'ok' })
  second.process.kill('SIGKILL')
  await second.ended
  const third = start()
  expect(await answers(`${await third.listening}/readyz`, 200)).toEqual({ status: 'ok' })
})

test('the command line works beside the running service, which accepts its credentials', async () => {
  const program = start()
  const url = await program.listening
  const made = await cli<{
    organization: { id: number; slug: string }
    apiKey: string
    sessionToken: string
    user: { email: string }
  }>(env, ...['org', 'create', '--slug', 'acme', '--name', 'Acme', '--admin-email', 'ada@acme.example'])
  expect(made).toMatchObject({
    organization: { slug: 'acme', visibility: 'members' },
    user: { email: 'ada@acme.example' },
    ssoKey: expect.any(String) as string,
  })
  const open = ['--name', 'Open', '--admin-email', 'ada@acme.example', '--visibility', 'public']
  expect(await cli(env, 'org', 'create', '--slug', 'open', ...open)).toMatchObject({
    organization: { slug: 'open', visibility: 'public' },
  })
  const headers = { 'API-KEY': made.apiKey, Authorization: `Bearer ${made.sessionToken}` }
  expect((await fetch(`${url}/api/v3/feature_requests`, { headers })).status).toBe(200)
  const { token } = await cli<{ token: string }>(env, 'session', 'create', '--email', 'ada@acme.example')
  const query = JSON.stringify({ query: '{ viewer { role } }' })
  const me = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: token, 'X-Organization': 'acme' },
    body: query,
  })
  expect(await me.json()).toMatchObject({ data: { viewer: { role: 'ADMIN' } } })
  const { apiKey } = await cli<{ apiKey: string }>(env, 'api-key', 'create', '--org', 'acme')
  expect((await fetch(`${url}/api/v3/tags`, { headers: { 'API-KEY': apiKey } })).status).toBe(200)
  expect(await cli<{ posts: number }>(env, 'seed', '--org', 'acme', '--posts', '50')).toMatchObject({
    posts: 50,
  })
  expect(await cli<{ healthy: boolean }>(env, 'doctor')).toMatchObject({ healthy: true })
})

test('reports all problems of the configuration at once, and exits with 1', async () => {
  const program = start({
    PORT: 'many',
    DATABASE_URL: 'mysql://x',
    DATABASE_DIRECT_URL: 'mysql://y',
    DATABASE_POOL_MAX: '0',
    LOG_LEVEL: 'loud',
    ROLES: 'web,cook',
  })
  expect(await program.ended).toBe(1)
  for (const name of ['PORT', 'DATABASE_URL', 'SECRET_KEY', 'LOG_LEVEL', 'ROLES'])
    expect(program.stderr()).toContain(name)
  for (const problem of [
    'DATABASE_DIRECT_URL must',
    'DATABASE_POOL_MAX must be a whole number from 2 to 1000',
  ])
    expect(program.stderr()).toContain(problem)
})

test('reports a previous key that is invalid, or present without a current key, as a problem of the configuration', async () => {
  const key = Buffer.alloc(32, 1).toString('base64')
  const bad = start({ SECRET_KEY: key, SECRET_KEY_PREVIOUS: 'c2hvcnQ=' })
  const alone = start({ SECRET_KEY_PREVIOUS: key })
  expect([await bad.ended, await alone.ended]).toEqual([1, 1])
  expect(bad.stderr()).toContain('SECRET_KEY_PREVIOUS must be 32 bytes in base64 (it has 5)')
  expect(alone.stderr()).toContain('SECRET_KEY_PREVIOUS needs SECRET_KEY')
})

test.each([
  ['PORT', ', or to 0 for a free one'],
  ['METRICS_PORT', ''],
])('names a port in use for %s in one line, before it creates anything', async (name, free) => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as { port: number }
  const own = await temporaryDirectory()
  const program = start({ DATA_DIR: own.path, LOG_LEVEL: 'info', [name]: String(port) })
  expect(await program.ended).toBe(1)
  expect(program.stderr()).toBe(`Port ${port} is taken: set ${name} to another${free}.\n`)
  expect(readdirSync(own.path)).toEqual([])
  other.close()
  await own.remove()
})

test('SIGTERM lets a running request finish, aborts a hanging one, and stops the database too', async () => {
  const own = await temporaryInstallation('demo')
  // The hanging request waits for longer than the server does. A worker would wait for the table, too.
  const program = start({ DATA_DIR: own.path, DATABASE_TIMEOUT: '60s', ROLES: 'web' })
  const url = await program.listening
  const key = await apiKeyOf(program)
  const databaseUrl = await embeddedUrl(own.path)
  const blocker = new pg.Client(databaseUrl)
  blocker.on('error', () => {})
  await blocker.connect()
  await blocker.query('set idle_in_transaction_session_timeout = 0; begin; lock table posts')
  const hanging = fetch(`${url}/api/v3/feature_requests`, { headers: { 'API-KEY': key } }).catch(() => null)
  await expect
    .poll(async () => (await blocker.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  expect(await hanging).toBeNull()
  await expect(new pg.Client(databaseUrl).connect()).rejects.toThrow()
  await own.remove()
})
