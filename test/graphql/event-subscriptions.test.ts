import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventRow } from '../../src/events/event-row.ts'
import type { SubscriptionSource } from '../../src/graphql/subscription-source.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { allEvents, idsOf } from '../support/clients/event-pages.ts'
import { until } from '../support/fixtures/log-events.ts'
import { run } from '../support/clients/operations.ts'
import { customers } from '../support/fixtures/people.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { createTenant, type Headers, type Tenant } from '../support/fixtures/scenario.ts'
import { openTopic, past, tryTopic, type OpenTopic } from '../support/contract/subscription-sources.ts'

const EVENTS = `subscription ($types: [EventType!], $after: ID) { events(filter: {types: $types}, after: $after) {
  id type ... on PostEvent { snapshot { postId title } }
} }`
const BOARD = `subscription ($bucketId: ID!, $types: [EventType!], $after: ID) {
  bucketEvents(bucketId: $bucketId, filter: {types: $types}, after: $after) { id }
}`

let app: TestApp
let tenant: Tenant
let ada: Headers
let bob: Headers
let { asTeam, post, bucket, update } = {} as ReturnType<typeof postRecording>

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
  ;({ asTeam, post, bucket, update } = postRecording(app, tenant))
  await bucket({ name: 'Ideas' })
  ;({ ada, bob } = await customers(app, tenant, 'ada', 'bob'))
})
afterAll(() => app.stop())

const open = (query: string, variables = {}, headers = tenant.key) =>
  openTopic(app, headers, query, variables)
const lastId = async () => (await allEvents(app, tenant.key)).at(-1)?.id ?? ''

/** The titles of the posts in the events that a source emits during `work`, up to the title `last`. */
async function titlesReceived({ topic, show }: OpenTopic, work: () => Promise<unknown>, last: string) {
  const items: EventRow[] = []
  const stop = topic.subscribe((item) => items.push(item as EventRow))
  await work()
  await until(() => items.some(({ snapshot }) => 'title' in snapshot && snapshot.title === last))
  stop()
  const shown = await Promise.all(items.map((item) => show(item)))
  return shown.map(
    ({ data }) => (data as { events: { snapshot?: { title: string } } }).events.snapshot?.title ?? '',
  )
}

test("emits the organization's events in order, as they were recorded", async () => {
  const other = postRecording(app, await createTenant(app))
  const work = async () => {
    const id = await post('One')
    await other.post('Elsewhere')
    await asTeam('mutation { createChangelog(input: { title: "No post" }) { changelog { id } } }')
    await update(id, { title: 'Two' })
    await post('End')
  }
  expect(await titlesReceived(await open(EVENTS), work, 'End')).toEqual(['One', '', 'Two', 'End'])
  const posts = await open(EVENTS, { types: ['POST_UPDATED', 'POST_CREATED'] })
  expect(await titlesReceived(posts, work, 'End')).toEqual(['One', 'Two', 'End'])
  const changes = await open(EVENTS, { types: ['POST_UPDATED'] })
  expect(await titlesReceived(changes, work, 'Two')).toEqual(['Two'])
})

test('starts at the end without a cursor, and right after the cursor otherwise', async () => {
  await post('Before')
  const startId = await lastId()
  expect(await past(await open(EVENTS))).toEqual([])
  await post('After')
  const replayed = await past(await open(EVENTS, { after: startId }))
  expect(replayed).toMatchObject([{ type: 'POST_CREATED', snapshot: { title: 'After' } }])
  const all = await allEvents(app, tenant.key)
  const rest = await past(await open(EVENTS, { after: all[0]?.id }))
  expect(idsOf(rest)).toEqual(idsOf(all.slice(1)))
  expect(await past(await open(EVENTS, { after: all[0]?.id, types: ['POST_COMPLETED'] }))).toEqual([])
})

test('rejects a cursor that the log does not contain', async () => {
  for (const after of ['x', 'evt_zzzzzzz_1'])
    expect(await tryTopic(app, tenant.key, EVENTS, { after })).toMatchObject({ code: 'INVALID_PARAM' })
  expect(await tryTopic(app, ada, EVENTS)).toMatchObject({ code: 'FORBIDDEN' })
})

describe('event sources have the same key when they emit the same items', () => {
  const sourceKey = async (
    query: string,
    variables: object,
    headers?: Headers,
  ): Promise<SubscriptionSource['key']> => (await open(query, variables, headers)).topic.key

  test('for events', async () => {
    const key = await sourceKey(EVENTS, { types: ['POST_CREATED', 'POST_UPDATED'] })
    const same = { types: ['POST_UPDATED', 'POST_CREATED', 'POST_CREATED'], after: await lastId() }
    expect(await sourceKey(EVENTS, same, tenant.keyAndAdmin)).toBe(key)
    expect(await sourceKey(EVENTS, { types: ['POST_CREATED'] })).not.toBe(key)
    const other = await createTenant(app)
    expect(await sourceKey(EVENTS, { types: ['POST_CREATED', 'POST_UPDATED'] }, other.key)).not.toBe(key)
  })

  test('for a bucket', async () => {
    const [a, b] = [`bkt_${await bucket({ name: 'A' })}`, `bkt_${await bucket({ name: 'B' })}`]
    const key = await sourceKey(BOARD, { bucketId: a })
    expect(await sourceKey(BOARD, { bucketId: a }, tenant.admin.session)).toBe(key)
    const others = [await sourceKey(BOARD, { bucketId: b }), await sourceKey(BOARD, { bucketId: a }, ada)]
    expect(new Set([key, ...others, await sourceKey(BOARD, { bucketId: a }, bob)]).size).toBe(4)
  })
})

test('rejects pending events for a person who has left the team', async () => {
  const { id, session } = await tenant.member('collaborator')
  const { topic, show } = await open(EVENTS, { after: await lastId() }, session)
  await post('Seen too late')
  await lastId()
  const [item] = (await topic.log?.read(topic.log.start))?.items ?? []
  expect((await show(item)).errors).toBeUndefined()
  await run(
    app,
    tenant.keyAndAdmin,
    'mutation ($id: ID!) { removeTeamMember(input: { id: $id }) { removedTeamMemberId } }',
    { id: `mbr_${id}` },
  )
  expect((await show(item)).errors).toHaveLength(1)
})
