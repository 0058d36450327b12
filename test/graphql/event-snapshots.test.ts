import { beforeAll, describe, expect, test } from 'vitest'
import type { GraphQLInterfaceType } from 'graphql'
import { SUBJECTS } from '../../src/events/catalogue.ts'
import { schema } from '../../src/schema.ts'
import { allEvents, eventPage } from '../support/clients/event-pages.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { causeOtherEvents } from '../support/fixtures/all-events.ts'
import { putGrant } from '../support/fixtures/grants.ts'
import { readAll } from '../support/fixtures/log-events.ts'
import { customers, postId } from '../support/fixtures/people.ts'
import { createTenant, type Headers } from '../support/fixtures/scenario.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let { post, update } = {} as ReturnType<typeof postRecording>

beforeAll(() => {
  ;({ post, update } = postRecording(app, tenant))
})

/** Events of the log that a filter selects, with their actors. */
async function filtered(filter: object, headers: Headers = tenant.keyAndAdmin) {
  await readAll(app.services.db)
  const query = `query ($filter: EventFilter) { events(first: 100, filter: $filter) { nodes { id type
    actor { kind actorId user { id } install { id } apiKey { id } } } } }`
  return (await run(app, headers, query, { filter })).events.nodes as {
    id: string
    type: string
    actor: {
      kind: string
      actorId: string | null
      user: object | null
      install: object | null
      apiKey: object | null
    }
  }[]
}

test('a past event contains the past in its snapshot, and the present in its post', async () => {
  const id = await post('Before')
  await update(id, { title: 'After' })
  await readAll(app.services.db)
  const query = `query ($filter: EventFilter) { events(filter: $filter) { nodes {
    ... on PostEvent { post { id title } snapshot { postId title } } } } }`
  const { events } = await run(app, tenant.key, query, { filter: { subjectId: postId(id) } })
  const now = { id: postId(id), title: 'After' }
  expect(events.nodes).toEqual([
    { post: now, snapshot: { postId: postId(id), title: 'Before' } },
    { post: now, snapshot: { postId: postId(id), title: 'After' } },
  ])
})

test('no snapshot has the field that normalized caches identify objects by', () => {
  const snapshots = Object.keys(schema.getTypeMap()).filter((name) => /Snapshot$/.test(name))
  expect(snapshots.length).toBeGreaterThan(8)
  for (const name of snapshots) expect(schema.getType(name)).not.toHaveProperty('_fields.id')
})

test('each kind of subject has a type of event', () => {
  const types = schema.getPossibleTypes(schema.getType('Event') as GraphQLInterfaceType)
  const expected = SUBJECTS.map((subject) => `${subject.charAt(0).toUpperCase()}${subject.slice(1)}Event`)
  expect(types.map(({ name }) => name).sort()).toEqual(expected.sort())
})

describe('the actor of an event', () => {
  test('is the key, the person, the install on behalf of its user, or the service itself', async () => {
    const byKey = await post('Ours')
    await run(
      app,
      tenant.key,
      'mutation ($id: ID!) { updatePost(input: { id: $id, pinned: true }) { post { id } } }',
      {
        id: postId(byKey),
      },
    )
    const { token, install } = await putGrant(app, tenant, tenant, { scopes: ['posts:read', 'posts:write'] })
    await run(
      app,
      token,
      'mutation ($id: ID!) { updatePost(input: { id: $id, hidden: true }) { post { id } } }',
      {
        id: postId(byKey),
      },
    )
    const [created, pinned, hidden] = await filtered({ subjectId: postId(byKey) })
    const person = `usr_${tenant.admin.id}`
    expect(created?.actor).toEqual({
      kind: 'USER',
      actorId: person,
      user: { id: person },
      install: null,
      apiKey: null,
    })
    expect(pinned?.actor).toMatchObject({
      kind: 'API_KEY',
      actorId: expect.stringMatching(/^key_/) as string,
      user: null,
    })
    expect(pinned?.actor.apiKey).toEqual({ id: pinned?.actor.actorId })
    const installId = `ins_${install.id}`
    expect(hidden?.actor).toMatchObject({ kind: 'INSTALL', actorId: installId, install: { id: installId } })
    expect(hidden?.actor.user).toMatchObject({ id: expect.stringMatching(/^usr_/) as string })
    expect((await filtered({ actorId: installId })).map(({ id }) => id)).toEqual([hidden?.id])
    expect((await filtered({ actorId: person })).map(({ id }) => id)).toContain(created?.id)
  })

  test('is null for an event that was recorded without one', async () => {
    const id = await post('Old')
    await app.database.pool.query(
      'update events set actor_kind = null, actor_id = null, post_id = null where subject_id = $1',
      [id],
    )
    expect(await filtered({ subjectId: postId(id) })).toMatchObject([{ type: 'POST_CREATED', actor: null }])
  })
})

test('filters by time and by subject, and refuses ids of other types', async () => {
  const id = await post('Timed')
  const [event] = await filtered({ subjectId: postId(id) })
  const query = `{ node(id: "${event?.id}") { ... on Event { createdAt } } }`
  const { node: found } = await run(app, tenant.key, query)
  const at = found.createdAt as string
  const later = new Date(Date.parse(at) + 1).toISOString()
  expect(await filtered({ subjectId: postId(id), from: at, to: later })).toHaveLength(1)
  expect(await filtered({ subjectId: postId(id), to: at })).toEqual([])
  expect(await filtered({ subjectId: postId(id), from: later })).toEqual([])
  for (const filter of [{ subjectId: 'tag_1' }, { actorId: 'post_1' }, { subjectId: 'x' }])
    expect(
      await refusal(app, tenant.key, 'query ($f: EventFilter) { events(filter: $f) { nodes { id } } }', {
        f: filter,
      }),
    ).toMatchObject({ code: 'INVALID_PARAM' })
})

test('node finds an event, for those who may see it', async () => {
  const id = await post('Found')
  const [event] = await filtered({ subjectId: postId(id) })
  const query = 'query ($id: ID!) { node(id: $id) { __typename id ... on PostEvent { snapshot { title } } } }'
  const variables = { id: event?.id }
  const expected = { node: { __typename: 'PostEvent', id: event?.id, snapshot: { title: 'Found' } } }
  expect(await run(app, tenant.key, query, variables)).toEqual(expected)
  const { ada } = await customers(app, tenant, 'ada')
  expect(await run(app, ada, query, variables)).toEqual(expected)
  await update(id, { approvalStatus: 'PENDING' })
  const [, pending] = await filtered({ subjectId: postId(id) })
  expect(await run(app, ada, query, { id: pending?.id })).toEqual({ node: null })
  expect(await run(app, (await createTenant(app)).key, query, variables)).toEqual({ node: null })
})

test('Post.events reads one page of each of many posts in one statement', async () => {
  const own = await createTenant(app)
  const recording = postRecording(app, own)
  for (let count = 0; count < 100; count++) await recording.post(`Post ${count}`)
  await readAll(app.services.db)
  const query = `query ($first: Int) { posts(first: $first) { nodes { id events(first: 3) { nodes { id
    ... on PostEvent { post { id } snapshot { postId } } } } } } }`
  const counts: number[] = []
  for (const first of [10, 30, 100]) {
    app.statements.length = 0
    const { posts } = await run(app, own.keyAndAdmin, query, { first })
    counts.push(app.statements.length)
    for (const { id, events } of posts.nodes) {
      expect(events.nodes).toHaveLength(1)
      expect(events.nodes[0]).toMatchObject({ post: { id }, snapshot: { postId: id } })
    }
  }
  expect(new Set(counts).size).toBe(1)
  const { ada } = await customers(app, own, 'ada')
  const seen = await run(app, ada, query, { first: 10 })
  expect(seen.posts.nodes[0].events).toBeNull()
})

test('people outside the team receive neither internal comments nor events of people', async () => {
  const own = await createTenant(app)
  const { asTeam, bucket } = postRecording(app, own)
  await causeOtherEvents(asTeam)
  const { createPost } = await asTeam(
    'mutation ($id: ID!) { createPost(input: { title: "Stays", bucketId: $id }) { post { id } } }',
    { id: `bkt_${await bucket({ name: 'Open' })}` },
  )
  const comment = 'mutation ($id: ID!) { createComment(input: { postId: $id, body: "x" }) { post { id } } }'
  await asTeam(comment, createPost.post)
  const { ada } = await customers(app, own, 'ada')
  const query =
    'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Event { type actor { kind } changes { field } } } }'
  const ids = (await eventPage(app, own.keyAndAdmin, { first: 100 })).nodes.map(({ id }) => id)
  const all = (await run(app, own.keyAndAdmin, query, { ids })).nodes as { type: string }[]
  expect(all).not.toContain(null)
  const { nodes } = await run(app, ada, query, { ids })
  const seen = nodes.filter((event: unknown) => event !== null) as { type: string }[]
  expect(seen.map(({ type }) => type)).toContain('COMMENT_CREATED')
  const type: unknown = expect.stringMatching(/^(POST|VOTE|COMMENT_CREATED)/)
  for (const event of seen) expect(event).toMatchObject({ type, actor: null, changes: [] })
  const types = (await allEvents(app, own.keyAndAdmin)).map(({ type }) => type)
  expect(types).toEqual(expect.arrayContaining(['CUSTOMER_DELETED', 'MEMBER_REMOVED', 'COMMENT_DELETED']))
})
