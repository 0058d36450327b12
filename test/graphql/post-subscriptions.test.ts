import { beforeAll, describe, expect, test } from 'vitest'
import type { EventRow } from '../../src/events/event-row.ts'
import { allEvents } from '../support/clients/event-pages.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import { until } from '../support/fixtures/log-events.ts'
import { customers } from '../support/fixtures/people.ts'
import { CREATE_POST, postRecording, withNodeIds } from '../support/contract/recorded-events.ts'
import type { Headers } from '../support/fixtures/scenario.ts'
import { openSource, past, trySource } from '../support/contract/subscription-sources.ts'
import { useApp, useTenant } from '../support/use.ts'

const POST = `subscription ($postId: ID!, $after: ID) { postEvents(postId: $postId, after: $after) {
  id type changes { field from to } ... on PostEvent { snapshot { title } }
} }`
const BOARD = `subscription ($bucketId: ID!, $types: [EventType!], $after: ID) {
  bucketEvents(bucketId: $bucketId, filter: {types: $types}, after: $after) { type ... on PostEvent { snapshot { title bucket { name } } } }
}`

const app = useApp()
const tenant = useTenant(app)
let ada: Headers
let ideas: string
let secret: string
let { asTeam, bucket, update } = {} as ReturnType<typeof postRecording>

beforeAll(async () => {
  ;({ asTeam, bucket, update } = postRecording(app, tenant))
  ideas = await bucket({ name: 'Ideas' })
  secret = await bucket({ name: 'Secret', private: true })
  ;({ ada } = await customers(app, tenant, 'ada'))
})

const post = async (title: string, bucketId: string, more = {}): Promise<string> =>
  String(
    (await asTeam(CREATE_POST, { input: withNodeIds({ title, bucketId, ...more }) })).createPost.post
      .databaseId,
  )
const lastId = async () => (await allEvents(app, tenant.key)).at(-1)?.id ?? ''
const replayed = async (headers: Headers, query: string, variables: object) =>
  past(await openSource(app, headers, query, { ...variables }))

test('sends the events of one post, with the changes for the team only', async () => {
  const id = await post('Mine', ideas)
  const after = await lastId()
  await post('Another', ideas)
  await update(id, { title: 'Renamed' })
  await lastId()
  const asSeen = { type: 'POST_UPDATED', snapshot: { title: 'Renamed' } }
  const changes = [{ field: 'title', from: 'Mine', to: 'Renamed' }]
  expect(await replayed(tenant.key, POST, { postId: `post_${id}`, after })).toMatchObject([
    { ...asSeen, changes },
  ])
  expect(await replayed(ada, POST, { postId: `post_${id}`, after })).toMatchObject([
    { ...asSeen, changes: [] },
  ])
})

test('sends the events of a bucket, including posts moved into and out of it', async () => {
  const other = await bucket({ name: 'Other' })
  const after = await lastId()
  const id = await post('Moves', other)
  await update(id, { bucketId: ideas })
  await update(id, { title: 'Moved' })
  await update(id, { bucketId: other })
  await update(id, { title: 'Gone' })
  await lastId()
  const seen = [
    ['Moves', 'Ideas'],
    ['Moved', 'Ideas'],
    ['Moved', 'Other'],
  ]
  for (const headers of [tenant.key, ada]) {
    const events = await replayed(headers, BOARD, { bucketId: `bkt_${ideas}`, after })
    expect(events.map(({ snapshot }) => [snapshot.title, snapshot.bucket.name])).toEqual(seen)
  }
  const created = { bucketId: `bkt_${other}`, types: ['POST_CREATED'], after }
  expect((await replayed(tenant.key, BOARD, created)).map(({ type }) => type)).toEqual(['POST_CREATED'])
})

describe('people outside the team', () => {
  test('receive past events of posts that were and are visible to them', async () => {
    const after = await lastId()
    await post('Public', ideas)
    await post('Pending', ideas, { approvalStatus: 'PENDING' })
    const id = await post('Moves away', ideas)
    await update(id, { bucketId: secret })
    await lastId()
    const titles = async (headers: Headers) =>
      (await replayed(headers, BOARD, { bucketId: `bkt_${ideas}`, after })).map(
        ({ snapshot }) => snapshot.title,
      )
    expect(await titles(tenant.key)).toEqual(['Public', 'Pending', 'Moves away', 'Moves away'])
    expect(await titles(ada)).toEqual(['Public'])
  })

  test('receive live events of the posts visible to them', async () => {
    const { source } = await openSource(app, ada, BOARD, { bucketId: `bkt_${ideas}` })
    const titles: unknown[] = []
    const stop = source.subscribe((item) =>
      titles.push(((item as EventRow).snapshot as { title: string }).title),
    )
    await post('Hidden from them', ideas, { approvalStatus: 'PENDING' })
    await post('Elsewhere', secret)
    await post('Shown', ideas)
    await until(() => titles.length > 0)
    stop()
    expect(titles).toEqual(['Shown'])
  })

  test('receive no event of a post that is no longer visible to them', async () => {
    const after = await lastId()
    await post('Pending', ideas, { approvalStatus: 'PENDING' })
    await lastId()
    const { source } = await openSource(app, tenant.key, BOARD, { bucketId: `bkt_${ideas}`, after })
    const [item] = (await source.log?.read(source.log.start))?.items ?? []
    const { show } = await openSource(app, ada, BOARD, { bucketId: `bkt_${ideas}` })
    expect((await show(item)).errors?.[0]?.message).toBe('Event not found')
  })

  test('find neither private buckets nor posts that are not visible to them', async () => {
    const unknown = [
      [BOARD, { bucketId: `bkt_${secret}` }],
      [POST, { postId: `post_${await post('On a private board', secret)}` }],
      [POST, { postId: `post_${await post('Waits', ideas, { approvalStatus: 'PENDING' })}` }],
    ] as const
    for (const [query, variables] of unknown) {
      expect(await trySource(app, ada, query, variables)).toMatchObject({ code: 'NOT_FOUND' })
      await openSource(app, tenant.key, query, variables)
      expect(await trySource(app, {}, query, variables)).toMatchObject({ code: 'UNAUTHORIZED' })
    }
  })
})

test('accepts only types of post events for a bucket', async () => {
  const types = ['POST_CREATED', 'CHANGELOG_CREATED']
  const refused = await trySource(app, tenant.key, BOARD, { bucketId: `bkt_${ideas}`, types })
  expect(refused).toMatchObject({
    code: 'INVALID_PARAM',
    message: '"filter.types" must contain types of events of posts, votes and comments only.',
  })
})

test('requires the scope of posts from an OAuth token', async () => {
  const grant = await putGrant(app, tenant, tenant, { scopes: ['changelog:read', 'votes:read'] })
  const refused = { code: 'MISSING_SCOPE', message: 'Missing required OAuth scope: posts:read' }
  expect(await trySource(app, grant.token, BOARD, { bucketId: `bkt_${ideas}` })).toMatchObject(refused)
  const { token } = await putGrant(app, tenant, tenant, { scopes: ['posts:read'] })
  await openSource(app, token, BOARD, { bucketId: `bkt_${secret}` })
})
