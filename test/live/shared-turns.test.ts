import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'
import { connect, subscriptionsOpen, until, type Client } from '../support/clients/sockets.ts'
import { waitForLock } from '../support/faults/wait-for-lock.ts'
import { useApp } from '../support/use.ts'

const DOCUMENTS = 20

const app = useApp()
/** Holds the lock that everything waits for that reads comments. */
let holder: pg.Client
let busy: Tenant
let other: Tenant
let client: Client

beforeEach(async () => {
  busy = await createTenant(app)
  other = await createTenant(app)
  client = await connect(app, busy.key)
  for (let index = 0; index < DOCUMENTS; index++)
    client.subscribe(
      `${index}`,
      `subscription { events(filter: {types: [POST_CREATED]}) { ... on PostEvent { post { x${index}: title comments(first: 5) { nodes { body } } } } } }`,
    )
  holder = new pg.Client(app.database.url)
  await holder.connect()
})
afterEach(async () => {
  await holder.end()
  client.socket.close()
  await subscriptionsOpen(app, 0)
})

const lockComments = () => holder.query('begin; lock table comments in access exclusive mode')
const createPost = (tenant: Tenant, title: string) =>
  app.call('POST', '/api/v3/feature_requests', { headers: tenant.key, body: { title } })
const titlesOf = (id: string) =>
  client.results(id).map(({ data }) => data.events.post[`x${id}`] as string | undefined)

test('what many documents of one organization wait for keeps no other organization waiting, and each is sent everything in order', async () => {
  const neighbour = await connect(app, other.key)
  neighbour.subscribe(
    '1',
    'subscription { events(filter: {types: [POST_CREATED]}) { ... on PostEvent { post { title } } } }',
  )
  await subscriptionsOpen(app, DOCUMENTS + 1)
  await lockComments()
  const titles = ['first', 'second', 'third']
  for (const title of titles) expect((await createPost(busy, title)).status).toBe(201)
  await waitForLock(app)
  expect((await app.call('GET', '/api/v3/feature_requests', { headers: other.key })).status).toBe(200)
  expect((await createPost(other, 'of the other')).status).toBe(201)
  const { payload } = await neighbour.received(({ type }) => type === 'next')
  expect(payload.data.events.post.title).toBe('of the other')
  expect(client.messages.filter(({ type }) => type === 'next')).toEqual([])
  await holder.query('rollback')
  const ids = Array.from({ length: DOCUMENTS }, (_, index) => `${index}`)
  await until(() => ids.every((id) => client.results(id).length === titles.length))
  for (const id of ids) expect(titlesOf(id)).toEqual(titles)
  neighbour.socket.close()
})

test('a document whose run fails and is tried again keeps no other document of its organization waiting', async () => {
  client.subscribe('light', 'subscription { events(filter: {types: [POST_CREATED]}) { id } }')
  await subscriptionsOpen(app, DOCUMENTS + 1)
  await lockComments()
  await createPost(busy, 'kept')
  let failing = true
  const fail = async () => {
    for (; failing; await new Promise((resolve) => setTimeout(resolve, 10)))
      await app.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
  }
  const failures = fail()
  const hasResult = await until(() => client.results('light').length > 0)
  failing = false
  await failures
  expect(hasResult).toBe(true)
  expect(client.messages.filter(({ id, type }) => id !== 'light' && type === 'next')).toEqual([])
  await holder.query('rollback')
  const ids = Array.from({ length: DOCUMENTS }, (_, index) => `${index}`)
  await until(() => ids.every((id) => client.results(id).length > 0))
  for (const id of ids) expect(titlesOf(id)).toEqual(['kept'])
})
