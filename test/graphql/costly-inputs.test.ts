import { expect, test } from 'vitest'
import { refusal, run } from '../support/clients/operations.ts'
import { connect } from '../support/clients/sockets.ts'
import { cpuTime } from '../support/cpu-time.ts'
import { createPost } from '../support/fixtures/webhooks.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const emails = (count: number) => Array.from({ length: count }, () => 'anna@acme.example')

test.each(['submitterEmails', 'interactorEmails', 'voterEmails'])(
  'limits a filter of posts to 500 %s',
  async (field) => {
    const query = `query ($filter: PostFilter) { posts(filter: $filter) { nodes { id } } }`
    const refused = await refusal(app, tenant.key, query, { filter: { [field]: emails(501) } })
    expect(refused).toMatchObject({
      status: 400,
      message: expect.stringContaining('maximum is 500') as string,
    })
    const { posts } = await run(app, tenant.key, query, { filter: { [field]: emails(500) } })
    expect(posts).toEqual({ nodes: [] })
  },
)

test('limits the search for customers to 255 characters, over GraphQL and REST', async () => {
  const query = 'query ($q: String) { customers(filter: { search: $q }) { nodes { id } } }'
  const refused = await refusal(app, tenant.key, query, { q: 'x'.repeat(256) })
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('maximum is 255') as string })
  const path = (length: number) => `/api/v3/customers?q=${'x'.repeat(length)}`
  expect((await app.call('GET', path(256), { headers: tenant.key })).status).toBe(400)
  expect((await app.call('GET', path(255), { headers: tenant.key })).status).toBe(200)
})

test.each(['a\n', 'a\r\n', 'a\r'])('a text has at most 10,000 lines that end in %j', async (line) => {
  const submit = (lines: number) =>
    app.call('POST', '/api/v3/feature_requests', {
      headers: tenant.key,
      body: { title: 'Long', description: line.repeat(lines) },
    })
  const { status, body } = await submit(10_001)
  expect([status, body.errors]).toEqual([422, { description: ['has too many lines (maximum is 10000)'] }])
  expect((await submit(1_000)).status).toBe(201)
})

test('a text has at most 10,000 tags, which take a second of processor time at most', async () => {
  const submit = (description: string) =>
    app.call('POST', '/api/v3/feature_requests', {
      headers: tenant.key,
      body: { title: 'Long', description },
    })
  const { status, body } = await submit(`${'<b>x</b>'.repeat(5_000)}<br>`)
  expect([status, body.errors]).toEqual([422, { description: ['has too many tags (maximum is 10000)'] }])
  for (const tags of ['<b>x</b>'.repeat(5_000), '<br>'.repeat(10_000)]) {
    const time = await cpuTime(async () => expect((await submit(tags)).status).toBe(201))
    expect(time).toBeLessThan(1_000)
  }
})

test('limits the id of an operation to 255 characters', async () => {
  const client = await connect(app, tenant.key)
  const long = 'x'.repeat(256)
  client.subscribe(long, '{ viewer { __typename } }')
  const refused = await client.received(({ id }) => id === long)
  expect([refused.type, refused.payload[0].message]).toEqual([
    'error',
    'The id of an operation can have at most 255 characters',
  ])
  client.subscribe(long.slice(1), '{ __typename }')
  expect((await client.received(({ id }) => id === long.slice(1))).type).toBe('next')
  client.socket.close()
})

test("limits a webhook's own body to 1,000,000 characters", async () => {
  const fields = Array.from({ length: 3 }, (_, index) => `a${index}: descriptionHtml`)
  const document = `subscription { events { ... on PostEvent { post { ${fields.join(' ')} } } } }`
  const postId = await createPost(app, tenant)
  const describe = (description: string) =>
    app.call('PUT', `/api/v3/feature_requests/${postId}`, { headers: tenant.key, body: { description } })
  const preview = async () => {
    const { body } = await app.graphql('{ events(last: 1) { nodes { id } } }', {}, tenant.key)
    return refusal(
      app,
      tenant.keyAndAdmin,
      `query ($event: ID!, $document: String) { previewWebhook(eventId: $event, document: $document) { body } }`,
      { event: body.data.events.nodes[0].id as string, document },
    )
  }
  expect((await describe('&'.repeat(100_000))).status).toBe(200)
  expect(await preview()).toMatchObject({
    status: 422,
    message: expect.stringContaining('more than 1000000 characters') as string,
  })
})
