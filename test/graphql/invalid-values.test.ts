import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { connect } from '../support/clients/sockets.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const messagesOf = async (query: string, variables: Record<string, unknown> = {}) => {
  const { status, body } = await app.graphql(query, variables, tenant.key)
  expect(status).toBe(400)
  return (body.errors as { message: string }[]).map(({ message }) => message)
}

test.each([
  ['2026-02-31T00:00:00Z', 'a day that does not exist'],
  ['2026-04-31', 'a day without a time that does not exist'],
  ['2025-02-29T12:00:00+02:00', 'a leap day of a common year'],
  ['0000-01-01T00:00:00+14:00', 'the year before 0 in UTC'],
  ['9999-12-31T23:59:59-14:00', 'the year 10000 in UTC'],
])('DateTime rejects %s, %s', async (moment) => {
  const variable = await messagesOf(
    'mutation ($at: DateTime!) { createRoadmap(input: { title: "x", startDate: $at }) { errors { code } } }',
    { at: moment },
  )
  const literal = await messagesOf(
    `mutation { createRoadmap(input: { title: "x", startDate: "${moment}" }) { errors { code } } }`,
  )
  for (const [message] of [variable, literal]) expect(message).toContain('DateTime must be an ISO 8601')
})

test.each([
  ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ['2026-11-21T09:30+14:00', '2026-11-20T19:30:00.000Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00+14:00', '0000-12-31T10:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('DateTime accepts %s, and accepts what it returns', async (moment, stored) => {
  const query =
    'mutation ($at: DateTime!) { createRoadmap(input: { title: "x", startDate: $at }) { roadmap { startDate } } }'
  for (const at of [moment, stored]) {
    const { createRoadmap } = await run(app, tenant.admin.session, query, { at })
    expect(createRoadmap.roadmap.startDate).toBe(stored)
  }
})

const UPDATE = 'mutation ($input: UpdatePostsInput!) { updatePosts(input: $input) { errors { code } } }'

test.each<[object, string]>([
  [{ changes: { status: { databaseId: 'x' } } }, '"input.changes.status.databaseId"; Int cannot represent'],
  [{ changes: { hidden: 'yes' } }, '"input.changes.hidden"; Boolean cannot represent'],
  [{ changes: { approvalStatus: 'approved' } }, '"input.changes.approvalStatus"; Value "approved"'],
  [{ changes: { title: 5 } }, '"input.changes.title"; String cannot represent'],
  [{ changes: { headline: 5 } }, '"input.changes"; Field "headline" is not defined'],
  [{ changes: {}, ids: ['post_1', null] }, '"input.ids[1]"; Expected non-nullable type'],
])('an error of %j names the variable and the path', async (changes, expected) => {
  const [message] = await messagesOf(UPDATE, { input: { ids: ['post_1'], ...changes } })
  expect(message).toContain(`Variable "$input" got an invalid value at ${expected}`)
})

test('an error of a whole variable names it, and repeats no value beside the invalid one', async () => {
  expect(
    await messagesOf('query ($first: Int) { posts(first: $first) { totalCount } }', { first: '10' }),
  ).toEqual(['Variable "$first" got an invalid value; Int cannot represent non-integer value: "10"'])
  const signIn = 'mutation ($input: SignInInput!) { signIn(input: $input) { errors { code } } }'
  const input = { email: 'a@example.com', password: 'at "input.secret"', remember: true }
  expect(await messagesOf(signIn, { input })).toEqual([
    'Variable "$input" got an invalid value; Field "remember" is not defined by type "SignInInput".',
  ])
})

test('each of several invalid timestamps has its path', async () => {
  const query =
    'query ($events: EventFilter, $since: DateTime) { events(filter: $events) { totalCount } posts(filter: { createdFrom: $since }) { totalCount } }'
  const messages = await messagesOf(query, { events: { from: 'yesterday', to: 'now' }, since: 5 })
  expect(messages.map((message) => message.split(';')[0])).toEqual([
    'Variable "$events" got an invalid value at "events.from"',
    'Variable "$events" got an invalid value at "events.to"',
    'Variable "$since" got an invalid value',
  ])
})

test('a socket receives the same message', async () => {
  const client = await connect(app, tenant.key)
  const query = 'subscription ($filter: EventFilter) { events(filter: $filter) { id } }'
  client.send({ id: '1', type: 'subscribe', payload: { query, variables: { filter: { from: 'now' } } } })
  const { payload } = await client.received(({ type }) => type === 'error')
  expect(payload[0].message).toContain(
    'Variable "$filter" got an invalid value at "filter.from"; DateTime must',
  )
  client.socket.close()
})

test.each([
  ['DateTime', 'createRoadmap(input: { title: "x", startDate: 5 })'],
  ['Date', 'planRoadmapPost(input: { id: "rdm_1", postId: "post_1", plannedFor: "May" })'],
  ['URL', 'createCustomer(input: { email: "a@example.com", avatarUrl: 5 })'],
  ['EmailAddress', 'createCustomer(input: { email: example })'],
  ['JSONObject', 'createCustomer(input: { email: "a@example.com", customFields: [] })'],
])('the error of an invalid literal of %s has its location', async (scalar, field) => {
  const query = `mutation { ${field} { errors { code } } }`
  const { body } = await app.graphql(query, {}, tenant.key)
  const column = query.search(/(5|"May"|example|\[\]) *}/) + 1
  expect(body.errors).toEqual([
    expect.objectContaining({
      message: expect.stringMatching(new RegExp(`^${scalar} must be `)),
      locations: [{ line: 1, column }],
    }),
  ])
})

const SPAN = 'createdFrom: "2026-03-02", createdTo: "2026-03-01"'
const MANY_EMAILS = JSON.stringify(Array(501).fill('a@example.com'))

test.each([
  ['posts(filter: { bucketId: "tag_1" })', 'filter.bucketId'],
  ['posts(filter: { tagIds: ["bkt_1"] })', 'filter.tagIds'],
  [`posts(filter: { tagIds: ${JSON.stringify(Array(501).fill('tag_1'))} })`, 'filter.tagIds'],
  ['posts(filter: { statuses: [{ id: "tag_1" }] })', 'filter.statuses.0.id'],
  [`posts(filter: { voterEmails: ${MANY_EMAILS} })`, 'filter.voterEmails'],
  [`posts(filter: { ${SPAN} })`, 'filter.createdFrom'],
  [`comments(filter: { ${SPAN} })`, 'filter.createdFrom'],
  ['comments(filter: { postId: "tag_1" })', 'filter.postId'],
  ['votes(filter: { postId: "tag_1" })', 'filter.postId'],
  ['events(filter: { subjectId: "tag_1" })', 'filter.subjectId'],
  ['events(filter: { actorId: "tag_1" })', 'filter.actorId'],
  ['auditEntries(filter: { actorId: "tag_1" })', 'filter.actorId'],
  ['webhookDeliveries(filter: { from: "2026-03-02", to: "2026-03-01" })', 'filter.from'],
  ['events(filter: { from: "2026-03-02", to: "2026-03-01" })', 'filter.from'],
  ['auditEntries(filter: { from: "2026-03-02", to: "2026-03-01" })', 'filter.from'],
])('a problem of the filter in %s has the path of the field', async (list, field) => {
  const { body } = await app.graphql(`{ ${list} { totalCount } }`, {}, tenant.admin.session)
  const [{ message, extensions }] = body.errors
  expect(Object.keys(extensions.errors)).toEqual([field])
  expect(message).toContain(`"${field}" `)
})

test.each([
  [{ input: { title: 'a\0b' } }, 'Variable "$input" contains a NUL character at "input.title"'],
  [
    { input: { title: 'x', tagIds: ['tag_1', 'a\ud800'] } },
    'Variable "$input" is not valid Unicode at "input.tagIds[1]"',
  ],
  [{ input: { title: 'x', 'a\0': 1 } }, 'Variable "$input" contains a NUL character'],
  [{ input: 'a\0' }, 'Variable "$input" contains a NUL character'],
  [{ input: { ['x'.repeat(500)]: 'a\0' } }, 'Variable "$input" contains a NUL character'],
  [{ 'a\0': 1 }, 'A variable contains a NUL character'],
])('names the text of %j that cannot be stored', async (variables, message) => {
  const query = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { errors { code } } }'
  expect(await messagesOf(query, variables)).toEqual([message])
})

test.each([
  'posts(filter: { createdFrom: "2026-03-01", createdTo: "2026-03-01" })',
  'comments(filter: { createdFrom: "2026-03-01", createdTo: "2026-03-01" })',
  'webhookDeliveries(filter: { from: "2026-03-01", to: "2026-03-01" })',
  'events(filter: { from: "2026-03-01", to: "2026-03-01" })',
  'auditEntries(filter: { from: "2026-03-01", to: "2026-03-01" })',
])('a range that ends where it starts is empty: %s', async (list) => {
  const { body } = await app.graphql(`{ ${list} { totalCount } }`, {}, tenant.admin.session)
  expect(Object.values(body.data)).toEqual([{ totalCount: 0 }])
})

test.each([
  ['offset: 1, last: 1', '"offset" cannot be combined with last.'],
  ['offset: 1, after: "x"', '"offset" cannot be combined with a cursor.'],
  ['first: 1, last: 1', '"last" cannot be combined with first.'],
  ['first: 1, before: "x"', '"first" cannot be combined with this cursor.'],
  ['after: "x", before: "x"', '"before" cannot be combined with after.'],
])('a page of %s is refused in words that name both', async (page, message) => {
  const { body } = await app.graphql(`{ tags(${page}) { totalCount } }`, {}, tenant.admin.session)
  expect(body.errors[0]).toMatchObject({ message, extensions: { code: 'INVALID_PARAM' } })
})
