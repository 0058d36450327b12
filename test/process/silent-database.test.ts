import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deriveKeys } from '../../src/auth/keys.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../support/faults/database-proxy.ts'
import { readEvents } from '../support/clients/event-streams.ts'
import { run, type Program } from '../support/program.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { openSocket } from '../support/clients/sockets.ts'
import { DEADLINE_MS } from '../support/deadline.ts'

/** Time that a statement of the service may take. On a busy machine, a normal one takes more than a second. */
const DATABASE_TIMEOUT = '2s'
/** More than the pool's connections, so that some requests wait for one. */
const AT_ONCE = 25
/** Tenants that send other kinds of requests. */
const CLIENTS = 3

const secretKey = randomBytes(32)
const LIST = '/api/v3/feature_requests?per_page=2'
const QUERY = '{ buckets(first: 1) { nodes { id } } }'
let database: TestDatabase
let proxy: DatabaseProxy
let tenant: Tenant
/** Tenants whose keys the process has not cached. */
let strangers: Tenant[]
let program: Program
let url: string

/**
 * Starts the service, by default without a worker: bulk work keeps a silent connection for minutes. On a busy machine,
 * a statement of the start may exceed the timeout, which ends the process.
 */
async function start(roles = 'web'): Promise<string> {
  program = run('src/main.ts', {
    DATABASE_URL: `${proxy.url}?application_name=silent`,
    SECRET_KEY: secretKey.toString('base64'),
    PORT: '0',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_MINUTE: '0',
    DATABASE_TIMEOUT,
    ROLES: roles,
  })
  return program.listening.catch(() => start(roles))
}

beforeAll(async () => {
  database = await createDatabase()
  proxy = await startDatabaseProxy(database.url)
  const site = { publicUrl: 'http://127.0.0.1', pinned: true }
  const services = { db: database.kysely, keys: deriveKeys(secretKey), site }
  tenant = await createTenant({ services })
  strangers = await Promise.all(Array.from({ length: AT_ONCE + CLIENTS }, () => createTenant({ services })))
})
beforeEach(async () => {
  url = await start()
  return async () => {
    proxy.resume()
    program.process.kill('SIGKILL')
    await program.ended
  }
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, signal: AbortSignal.timeout(DEADLINE_MS) })
const read = (path: string) => ask(path, { headers: tenant.key })
const jsonOf = (one: Tenant | undefined) => ({ ...one?.key, 'Content-Type': 'application/json' })
const post = (path: string, one: Tenant | undefined, body: object) =>
  ask(path, { method: 'POST', headers: jsonOf(one), body: JSON.stringify(body) })
const submit = (title: string, one = tenant) => post('/api/v3/feature_requests', one, { title })
const token = () =>
  ask('/oauth/token', {
    method: 'POST',
    body: new URLSearchParams('grant_type=refresh_token&refresh_token=r&client_id=c&client_secret=s'),
  })

async function refused(response: Response): Promise<Record<string, unknown>> {
  const body = (await response.json()) as Record<string, unknown>
  expect(response.status, JSON.stringify(body)).toBe(503)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
  return body
}

/** The ids of the program's sessions at the server that match an SQL condition. */
async function sessions(condition: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'silent' and ${condition}`,
  )
  return rows.map(({ pid }) => pid)
}

const ofPool = () => sessions("query !~ 'listen'")
const works = () =>
  expect
    .poll(async () => [(await submit('Afterwards')).status, (await ask('/readyz')).status])
    .toEqual([201, 200])

test('responds with 503 to every kind of request while the database is silent, and works again afterwards', async () => {
  // A busy machine may exceed the timeout.
  let successes = 0
  await expect.poll(async () => (successes += (await read(LIST)).status === 200 ? 1 : 0)).toBe(3)
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => submit(`Before ${index}`)))
  const before = await ofPool()
  expect(before.length).toBeGreaterThan(1)
  proxy.silence()
  // Each request may hold a connection that does not answer.
  const crowd = Array.from({ length: AT_ONCE }, async (_, index) => {
    const body = await refused(await submit(`During ${index}`, strangers[index + CLIENTS]))
    expect(body.error).toBe('ERROR_CODE_UNAVAILABLE')
  })
  const socket = await openSocket({ url })
  socket.send({ type: 'connection_init', payload: strangers[0]?.key })
  const closed = socket.end(DEADLINE_MS)
  const [kept, unkept, operation, tokens, stream, ready, metrics] = await Promise.all([
    read(LIST),
    read('/api/v3/feature_requests?per_page=3'),
    post('/graphql', strangers[1], { query: QUERY }),
    token(),
    readEvents({ url }, 'subscription { events { id } }', strangers[2]?.key ?? {}),
    ask('/readyz'),
    ask('/metrics'),
    closed,
    ...crowd,
  ])
  expect(await refused(kept)).toMatchObject({ error: 'ERROR_CODE_UNAVAILABLE' })
  expect(await refused(unkept)).toMatchObject({ error: 'ERROR_CODE_UNAVAILABLE' })
  expect(await refused(tokens)).toMatchObject({ error: 'temporarily_unavailable' })
  expect(await refused(operation)).toMatchObject({
    errors: [{ extensions: { code: 'UNAVAILABLE' } }],
  })
  expect([stream.status, stream.headers.get('Retry-After'), stream.body.errors[0].extensions.code]).toEqual([
    503,
    '5',
    'UNAVAILABLE',
  ])
  expect(ready.status).toBe(503)
  expect(metrics.status).toBe(200)
  expect((await closed).code).toBe(1013)

  proxy.resume()
  await works()
  // A connection whose statement began shortly before the end of the silence remains in use. All others have ended.
  const since = (await database.pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]?.now
  const unused = async () => {
    await Promise.all(strangers.map((one) => submit('In use', one)))
    const pids = await sessions(`query !~ 'listen' and query_start < '${since?.toISOString()}'`)
    return pids.filter((pid) => before.includes(pid))
  }
  await expect.poll(unused).toEqual([])
  const { rowCount } = await database.pool.query(
    "select from posts where title like 'During%' group by title having count(*) > 1",
  )
  expect(rowCount).toBe(0)
  expect(program.process.exitCode).toBe(null)
})

test('a transaction that waits for a lock beyond the deadline fails, and its session ends', async () => {
  const holder = new pg.Client(database.url)
  await holder.connect()
  await holder.query('begin; lock table posts in access exclusive mode')
  await refused(await submit('Behind a lock'))
  await holder.query('rollback')
  await holder.end()
  await works()
  const { rowCount } = await database.pool.query("select from posts where title = 'Behind a lock'")
  expect(rowCount).toBe(0)
})

test('the server ends the work of a killed process soon after its end', async () => {
  const holder = new pg.Client(database.url)
  await holder.connect()
  await holder.query('begin; lock table posts in access exclusive mode')
  const waiting = async () => (await sessions("wait_event_type = 'Lock'")).length
  // A statement waits until its timeout. On a busy machine, another one may have to be seen.
  const answers: Promise<unknown>[] = []
  const isSeen = async () => {
    answers.push(submit('Left behind').catch(() => null))
    return waiting()
  }
  await expect.poll(isSeen, { interval: 200 }).toBeGreaterThan(0)
  program.process.kill('SIGKILL')
  await expect.poll(waiting).toBe(0)
  await Promise.all([holder.end(), ...answers])
})

test('a process with a worker that is asked to stop while the database is silent ends', async () => {
  program.process.kill('SIGKILL')
  await program.ended
  url = await start('web,worker')
  proxy.silence()
  const answer = submit('Never stored').catch(() => null)
  program.process.kill('SIGTERM')
  await expect(program.ended).resolves.toEqual(expect.any(Number))
  await answer
})
