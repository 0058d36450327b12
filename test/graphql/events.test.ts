import { beforeAll, describe, expect, test } from 'vitest'
import {
  allEvents,
  eventPage,
  EVENTS,
  idsOf,
  typesOf,
  type EventNode,
} from '../support/clients/event-pages.ts'
import { refusal, run } from '../support/clients/operations.ts'
import { customers } from '../support/fixtures/people.ts'
import { postRecording } from '../support/contract/recorded-events.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
const start = Date.now()
const other = useTenant(app)
let all: EventNode[]
let foreign: EventNode

const EVENT = `query ($id: ID!) { node(id: $id) { ... on Event {
  __typename id type createdAt organization { slug } changes { field from to }
  ... on PostEvent { snapshot { postId title status { slug } tags { name } bucket { slug } submitter { id } votesCount } }
  ... on ChangelogEvent { changelog { id } snapshot { changelogId state } }
} } }`

beforeAll(async () => {
  const { post, update, tag, asTeam } = postRecording(app, tenant)
  const id = await post('First')
  foreign = { id: await postRecording(app, other).post('Elsewhere'), type: 'POST_CREATED' }
  await update(id, { title: 'Second', tagIds: [await tag('ux')] })
  await asTeam('mutation { createChangelog(input: { title: "News", published: true }) { changelog { id } } }')
  await update(id, { title: 'Third' })
  all = await allEvents(app, tenant.key)
  foreign = (await allEvents(app, other.key))[0] ?? foreign
})

const expectInvalid = async (variables: object, message: RegExp) => {
  const refused = await refusal(app, tenant.key, EVENTS, { ...variables })
  expect(refused).toMatchObject({ code: 'INVALID_PARAM', message: expect.stringMatching(message) })
}

test('lists the log in order, each event with the state right after it', () => {
  const types = ['POST_CREATED', 'POST_UPDATED', 'CHANGELOG_CREATED', 'CHANGELOG_PUBLISHED', 'POST_UPDATED']
  expect(typesOf(all)).toEqual(types)
  expect(all.flatMap(({ snapshot }) => snapshot?.title ?? [])).toEqual(['First', 'Second', 'Third'])
  for (const { id } of all) expect(id).toMatch(/^evt_[0-9a-z]+_[0-9a-z]+$/)
})

test('pages both ways without gaps or repetitions, by event ids', async () => {
  const onwards: string[] = []
  for (let after: string | undefined, more = true; more;) {
    const page = await eventPage(app, tenant.key, { first: 2, after })
    expect(page.edges.map(({ cursor }) => cursor)).toEqual(idsOf(page.nodes))
    onwards.push(...idsOf(page.nodes))
    ;({ hasNextPage: more, endCursor: after } = page.pageInfo)
  }
  expect(onwards).toEqual(idsOf(all))
  const backwards: string[] = []
  for (let before: string | undefined, more = true; more;) {
    const page = await eventPage(app, tenant.key, { last: 2, before })
    backwards.unshift(...idsOf(page.nodes))
    ;({ hasPreviousPage: more, startCursor: before } = page.pageInfo)
  }
  expect(backwards).toEqual(idsOf(all))
})

test('filters the list by types', async () => {
  expect(typesOf(await allEvents(app, tenant.key, ['CHANGELOG_PUBLISHED', 'POST_CREATED']))).toEqual([
    'POST_CREATED',
    'CHANGELOG_PUBLISHED',
  ])
  expect(await allEvents(app, tenant.key, [])).toHaveLength(all.length)
  expect(await allEvents(app, tenant.key, ['POST_COMPLETED'])).toEqual([])
})

test('returns one event with its subject, its bucket and its changes', async () => {
  const { node } = await run(app, tenant.key, EVENT, { id: all[1]?.id })
  expect(node).toMatchObject({
    __typename: 'PostEvent',
    type: 'POST_UPDATED',
    organization: { slug: tenant.organization.slug },
    changes: [
      { field: 'tags', from: [], to: [{ name: 'ux' }] },
      { field: 'title', from: 'First', to: 'Second' },
    ],
    snapshot: { title: 'Second', status: { slug: 'submitted' }, tags: [{ name: 'ux' }] },
  })
  expect(Date.parse(node.createdAt)).toBeGreaterThan(start - 60_000)
  const published = await run(app, tenant.key, EVENT, { id: all[3]?.id })
  expect(published.node).toMatchObject({ type: 'CHANGELOG_PUBLISHED', snapshot: { state: 'PUBLISHED' } })
})

test('keeps an event whose subject was deleted', async () => {
  const { post, asTeam } = postRecording(app, other)
  const id = await post('Short-lived')
  const event = (await allEvents(app, other.key)).at(-1)
  await asTeam('mutation ($id: ID!) { deletePost(input: { id: $id }) { deletedPostId } }', {
    id: `post_${id}`,
  })
  const read = await run(app, other.key, EVENT, { id: event?.id })
  expect(read.node.snapshot).toMatchObject({
    postId: `post_${id}`,
    title: 'Short-lived',
    submitter: { id: expect.any(String) },
  })
})

describe('a cursor', () => {
  test.each(['', 'x', 'evt_', 'evt_0', 'evt_01_1', 'evt_1_1 ', 'evt_-1_1', '5'])(
    '%j is rejected, as it is not an event id',
    async (id) => {
      await expectInvalid({ after: id }, /^"after" is not an event's id\.$/)
      await expectInvalid({ before: id }, /^"before" is not an event's id\.$/)
      expect((await run(app, tenant.key, EVENT, { id })).node).toBeNull()
    },
  )

  test('beyond the end is rejected', async () => {
    await expectInvalid({ after: 'evt_zzzzzzz_1' }, /not an event's id/)
    await expectInvalid({ before: 'evt_zzzzzzz_1' }, /not an event's id/)
  })

  test('of another organization is accepted as a position and reveals nothing', async () => {
    expect(idsOf((await eventPage(app, tenant.key, { after: foreign.id })).nodes)).toEqual(
      idsOf(all.slice(1)),
    )
    const [theirs, nobodys] = [foreign.id, foreign.id.replace(/_[0-9a-z]+$/, '_zzzz')]
    for (const id of [theirs, nobodys])
      expect(await run(app, tenant.key, EVENT, { id })).toEqual({ node: null })
  })

  test('older than the log is rejected with that reason', async () => {
    const position = parseInt(all[0]?.id.split('_')[1] ?? '', 36)
    const { pool } = app.database
    const { id } = tenant.organization
    await pool.query('delete from event_order where organization_id = $1 and number = $2', [id, position])
    // A reader after the last deleted event misses none.
    await pool.query('update event_heads set forgotten = $2 where organization_id = $1', [id, position])
    expect((await eventPage(app, tenant.key, { after: all[0]?.id })).nodes).toHaveLength(all.length - 1)
    await pool.query('update event_heads set forgotten = $2 where organization_id = $1', [id, position + 1])
    await expectInvalid({ after: all[0]?.id }, /older than the retained events/)
    expect((await eventPage(app, tenant.key, { after: all[1]?.id })).nodes).toHaveLength(all.length - 2)
  })
})

test('rejects readers outside the team', async () => {
  const { ada } = await customers(app, tenant, 'ada')
  expect((await refusal(app, ada, EVENTS)).code).toBe('FORBIDDEN')
  expect((await refusal(app, { ...tenant.key, ...ada }, EVENTS)).status).toBe(403)
  expect((await refusal(app, {}, EVENTS)).status).toBe(401)
})
