import { expect, test } from 'vitest'
import { run } from '../support/clients/operations.ts'
import { fanOf } from '../support/fixtures/hostile-documents.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)

const CREATE = `mutation ($document: String) { createWebhook(input: {
  url: "https://hooks.example.com/in", events: [POST_CREATED], document: $document }) { webhook { id document } errors { code message field } } }`

test('stores a custom document unchanged, and removes it by null', async () => {
  const document = 'subscription { e: events { id ...on PostEvent { post { title } } } }'
  const { createWebhook } = await run(app, tenant.admin.session, CREATE, { document })
  expect(createWebhook.webhook.document).toBe(document)
  const { updateWebhook } = await run(
    app,
    tenant.admin.session,
    `mutation { updateWebhook(input: { id: "${createWebhook.webhook.id}", document: null }) { webhook { document } } }`,
  )
  expect(updateWebhook.webhook.document).toBeNull()
})

const deep = `subscription { events { ... on PostEvent { post ${'{ mergedInto '.repeat(12)}{ id }${' }'.repeat(12)} } } }`
const dear = `subscription { events { ... on PostEvent { post { mergedPosts(first: 100) { nodes { mergedPosts(first: 100) { nodes { mergedPosts(first: 100) { nodes { id } } } } } } } } } }`

test.each([
  ['invalid GraphQL', 'hello', /Syntax Error/],
  ['a query', '{ posts { nodes { id } } }', /must be a subscription/],
  [
    'a mutation',
    'mutation { deletePost(input: { id: "post_1" }) { deletedPostId } }',
    /must be a subscription/,
  ],
  ['two operations', 'subscription A { events { id } } subscription B { events { id } }', /exactly one/],
  ['no operation', 'fragment a on PostEvent { id }', /exactly one/],
  ['another root field', 'subscription { statusCounts { count } }', /only `events`/],
  ['two root fields', 'subscription { events { id } statusCounts { count } }', /only `events`/],
  ['a fragment at the root', 'subscription { ... on Subscription { events { id } } }', /select only/],
  ['a condition at the root', 'subscription { events @skip(if: true) { id } }', /select only/],
  ['an unknown field', 'subscription { events { nonsense } }', /Cannot query field "nonsense"/],
  [
    'a variable without a value',
    'subscription ($a: [EventType!]) { events(filter: {types: $a}) { id } }',
    /\$a a default/,
  ],
  [
    'a fragment that spreads itself',
    'subscription { events { ...a } } fragment a on Event { id ...a }',
    /within itself/,
  ],
  [
    'fragments that multiply',
    `subscription { events { ...f0 } } ${fanOf(8, 10, 'Event', 'id')}`,
    /more than \d+ fields/,
  ],
  ['introspection', 'subscription { __schema { types { name } } }', /only `events`/],
  ['too many levels', deep, /depth limit/],
  [
    'too many aliases',
    `subscription { events { ${Array.from({ length: 31 }, (_, i) => `a${i}: id`).join(' ')} } }`,
    /[Aa]lias/,
  ],
  ['too high a cost', dear, /costs/],
  ['too many tokens', `subscription { events { ${'id '.repeat(2_001)} } }`, /tokens/],
  ['a text that is too long', `subscription { events { id } } #${'x'.repeat(20_000)}`, /too long/],
  ['an invalid cursor', 'subscription { events(after: "nowhere") { id } }', /not an event's id/],
  ['text that cannot be stored', 'subscription { events(after: "\\u0000") { id } }', /NUL/],
])('rejects %s as a webhook document, and stores nothing', async (_what, document, message) => {
  const { answer, before, after } = await watched(() =>
    app.graphql(CREATE, { document }, tenant.admin.session),
  )
  const [error] = answer.body.data.createWebhook.errors
  expect(error).toMatchObject({ code: 'UNPROCESSABLE', field: ['document'] })
  expect(error.message).toMatch(message)
  expect(after).toBe(before)
})

async function watched<Answer>(act: () => Promise<Answer>) {
  const count = async () => (await app.database.pool.query('select count(*) from webhooks')).rows[0].count
  const before: unknown = await count()
  const answer = await act()
  return { answer, before, after: (await count()) as unknown }
}

test('accepts a variable with a default value', async () => {
  const document = 'subscription ($t: [EventType!] = [POST_CREATED]) { events(filter: {types: $t}) { type } }'
  const { createWebhook } = await run(app, tenant.admin.session, CREATE, { document })
  expect(createWebhook.webhook.document).toBe(document)
})
