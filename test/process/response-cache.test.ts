import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf } from '../../rest-compat/document.ts'
import { HANDLED_BEFORE } from '../../rest-compat/input.ts'
import { routes } from '../../rest-compat/routes.ts'
import { VARY_HEADERS } from '../../src/server/http/cache/rest-key.ts'
import type { TestApp } from '../support/app.ts'
import { openapi } from '../support/contract/openapi.ts'
import { startCluster, type Cluster } from '../support/cluster.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { readPosts } from '../support/post-reads.ts'
import { useApp } from '../support/use.ts'

const POSTS = 6
/** Least number of writes of each post, and of reads. */
const WRITES = 6
const READS = 1_000
const READS_A_WRITE = 60

const first = useApp()
/** Another process of the service on the same database. */
let second: Pick<TestApp, 'call'>
let cluster: Cluster
let tenant: Tenant
let ids: number[]

beforeAll(async () => {
  cluster = await startCluster(first, ['web'])
  second = callerOf(cluster.urls()[0] ?? '')
  tenant = await createTenant(first)
  await first.call('POST', '/api/v3/tags', { headers: tenant.key, body: { name: 'tag' } })
  ids = []
  for (let index = 0; index < POSTS; index++) ids.push(await createPost(first, tenant, '0'))
})
afterAll(async () => {
  await cluster.stop()
})

function callerOf(url: string): Pick<TestApp, 'call'> {
  return {
    async call(method, path, { headers = {}, body } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: { 'Content-Type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as never }
    },
  }
}

const either = (): Pick<TestApp, 'call'> => (Math.random() < 0.5 ? first : second)
const listReads = ({ statements }: TestApp) => statements.filter((text) => /from posts p/i.test(text)).length

test('each process reads an unchanged list once and serves it from the cache until something changes', async () => {
  const list = () => first.call('GET', '/api/v3/feature_requests?per_page=5', { headers: tenant.key })
  await list()
  const computed = await list()
  const before = listReads(first)
  for (let times = 0; times < 5; times++) {
    const served = await list()
    expect(served.text).toBe(computed.text)
    expect(served.headers.get('link')).toBe(computed.headers.get('link'))
    expect(served.headers.get('content-type')).toBe(computed.headers.get('content-type'))
  }
  expect(listReads(first)).toBe(before)
  await second.call('PUT', `/api/v3/feature_requests/${ids[POSTS - 1]}`, {
    headers: tenant.key,
    body: { title: 'new' },
  })
  expect((await list()).body.feature_requests[0].title).toBe('new')
  expect(listReads(first)).toBe(before + 1)
})

test.each([
  ['a vote', 'update votes set created_at = now() where organization_id = $1'],
  ['a renamed tag', `update tags set name = name || '!' where organization_id = $1`],
  ['a renamed bucket', `update buckets set name = name || '!' where organization_id = $1`],
  ['a deleted row', 'delete from post_subscribers where organization_id = $1'],
])('%s invalidates cached responses, whichever session writes it', async (_what, statement) => {
  await expectInvalidated(() => first.database.pool.query(statement, [tenant.organization.id]))
})

test('an update of the organization by another process invalidates cached responses', async () => {
  const query = 'mutation { updateOrganization(input: { name: "Renamed" }) { organization { name } } }'
  await expectInvalidated(async () => {
    const { body } = await second.call('POST', '/graphql', { headers: tenant.keyAndAdmin, body: { query } })
    expect(body.data.updateOrganization.organization).toEqual({ name: 'Renamed' })
  })
})

/** Expects that a post is served from the cache before a change, and read after it. */
async function expectInvalidated(change: () => Promise<unknown>): Promise<void> {
  const read = () => first.call('GET', `/api/v3/feature_requests/${ids[0]}`, { headers: tenant.key })
  const isRead = (text: string) => /from "?posts|"posts"/i.test(text)
  for (let times = 0; times < 3; times++) await read()
  const before = first.statements.length
  await read()
  expect(first.statements.slice(before).filter(isRead)).toEqual([])
  await change()
  const again = first.statements.length
  await read()
  expect(first.statements.slice(again).some(isRead)).toBe(true)
}

test('a response cached for one spelling of a header is not served to a request without it', async () => {
  const { rows } = await first.database.pool.query<{ id: number }>(
    `insert into buckets (organization_id, slug, name, private) values ($1, 'hidden', 'Hidden', true) returning id`,
    [tenant.organization.id],
  )
  const body = { title: 'secret', bucket_id: rows[0]?.id }
  await first.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body })
  const titles = async (headers: object) => {
    const { body } = await first.call('GET', '/api/v3/feature_requests?per_page=7', {
      headers: { ...tenant.key, ...headers },
    })
    return (body.feature_requests as { title: string }[]).map(({ title }) => title)
  }
  for (const headers of [{ ALLOW_PRIVATE: 'true' }, {}, { 'ALLOW-PRIVATE': 'true' }, {}])
    for (let times = 0; times < 3; times++)
      expect((await titles(headers)).includes('secret')).toBe(Object.keys(headers).length > 0)
})

test('the cache key contains every header that the cacheable endpoints read', () => {
  const read = routes.flatMap(([, , , { cacheable, operation }]) =>
    cacheable
      ? (operationsOf(openapi).get(operation)?.parameters ?? [])
          .filter((parameter) => parameter.in === 'header' && !HANDLED_BEFORE.has(parameter.name))
          .map(({ name }) => name.toLowerCase())
      : [],
  )
  expect(read.length).toBeGreaterThan(0)
  expect(
    read.flatMap((name) => [name, name.replaceAll('-', '_')]).filter((name) => !VARY_HEADERS.includes(name)),
  ).toEqual([])
})

test('two processes serve no state older than the writes acknowledged before a request, and none that was not written', async () => {
  const begun = ids.map(() => 0)
  const acknowledged = ids.map(() => 0)
  let reads = 0
  const isOver = () => Math.min(...acknowledged) >= WRITES && reads >= READS
  for (const index of ids.keys()) await write(index)
  first.statements.length = 0

  async function write(index: number): Promise<void> {
    const version = ++begun[index]!
    const id = ids[index]
    if (Math.random() < 0.5)
      await either().call('PUT', `/api/v3/feature_requests/${id}`, {
        headers: tenant.key,
        body: { title: `${version}` },
      })
    else await lateCommit(Number(id), version)
    acknowledged[index] = version
  }
  /** Runs a transaction that takes its id early and commits late. */
  async function lateCommit(id: number, version: number): Promise<void> {
    const client = await first.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('update posts set title = $1 where organization_id = $2 and id = $3', [
        `${version}`,
        tenant.organization.id,
        id,
      ])
      await sleep(Math.random() * 20)
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  async function writer(index: number): Promise<void> {
    while (!isOver()) {
      await write(index)
      // Reads pace the writes, so that most reads find a cached response on a machine of any speed.
      const due = reads + Math.random() * READS_A_WRITE
      while (reads < due && !isOver()) await sleep(2)
    }
  }
  async function reader(): Promise<void> {
    while (!isOver()) {
      const least = [...acknowledged]
      const index = Math.floor(Math.random() * POSTS)
      const posts = await readPosts(either(), tenant.key, Math.random() < 0.5 ? null : Number(ids[index]))
      for (const { id, title } of posts) {
        const position = ids.indexOf(id)
        expect(Number(title), `post ${id}`).toBeGreaterThanOrEqual(least[position] ?? 0)
        expect(Number(title), `post ${id}`).toBeLessThanOrEqual(begun[position] ?? 0)
      }
      reads++
    }
  }
  await Promise.all([...ids.keys()].map(writer).concat(Array.from({ length: 12 }, reader)))
  // Proves that most responses came from the cache.
  expect(listReads(first)).toBeLessThan(reads / 4)
})
