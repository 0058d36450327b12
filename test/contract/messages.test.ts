import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { refusal } from '../support/clients/operations.ts'
import { assertFieldMessages } from '../support/contract/field-messages.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let tenant: Tenant

beforeAll(async () => {
  app = await startApp()
  tenant = await createTenant(app)
})
afterAll(() => app.stop())

const APP = {
  name: 'App',
  redirect_uris: ['https://client.example/'],
  allowed_actor_modes: ['app'],
  declared_scopes: ['posts:read'],
}

// Every request of a test is checked by `assertFieldMessages`. These cases fix some messages.
test.each([
  [
    'GET',
    '/api/v3/feature_requests?states=planned,foo',
    undefined,
    '"states" contains "foo", which is not a status.',
  ],
  [
    'GET',
    '/api/v3/feature_requests?tag_ids=1,x',
    undefined,
    '"tag_ids" contains "x", which must be an integer.',
  ],
  ['GET', '/api/v3/feature_requests?per_page=0', undefined, '"per_page" must be greater than or equal to 1.'],
  ['POST', '/api/v3/feature_requests', {}, "Title can't be blank"],
  ['POST', '/api/v3/customers', { email: 'no' }, 'Email is invalid'],
  ['POST', '/api/v3/customers/import', { customers: {} }, '"customers" must be a list.'],
  ['POST', '/api/v3/webhooks', { url: 'https://a.example/' }, `"events" can't be blank.`],
  ['POST', '/oauth/apps', { ...APP, redirect_uris: [] }, '"redirect_uris" must contain 1 to 20 URIs.'],
  [
    'POST',
    '/oauth/apps',
    { ...APP, declared_scopes: ['posts:admin'] },
    '"declared_scopes" contains "posts:admin", which is not a scope.',
  ],
])('REST names the field as sent: %s %s %j', async (method, path, body, message) => {
  const headers = path.startsWith('/oauth') ? tenant.admin.session : tenant.keyAndAdmin
  const answer = await app.call(method, path, { headers, body })
  expect(answer.body).toMatchObject({ success: false, message })
  if (path.startsWith('/oauth')) expect(answer.body.error_description).toBe(message.replaceAll('"', "'"))
})

test.each([
  ['{ posts(first: 0) { nodes { id } } }', '"first" must be between 1 and 100.'],
  ['mutation { createPost(input: { title: " " }) { post { id } } }', `"title" can't be blank.`],
  ['mutation { createCustomer(input: { email: "no" }) { customer { id } } }', '"email" is invalid.'],
  [
    'mutation { registerOAuthApp(input: { name: "x", redirectUris: [], allowedActorModes: [APP], declaredScopes: [POSTS_READ] }) { clientSecret } }',
    '"redirectUris" must contain 1 to 20 URIs.',
  ],
  [
    'mutation { registerOAuthApp(input: { name: "x", redirectUris: ["https://a.example/"], allowedActorModes: [APP], declaredScopes: [WEBHOOKS_MANAGE], subscribedWebhookEvents: [POST_CREATED, BUCKET_UPDATED] }) { clientSecret } }',
    '"subscribedWebhookEvents" contains "bucket_updated", which apps cannot subscribe to.',
  ],
  [
    'mutation { createWebhook(input: { url: "https://a.example/", events: [WEBHOOK_TEST] }) { secret } }',
    '"events" contains "webhook_test", which webhooks cannot subscribe to.',
  ],
  [
    'mutation { createPost(input: { title: "A post", bucketId: "x" }) { post { id } } }',
    '"bucketId" must be the id of a Bucket, such as bkt_1: x.',
  ],
])('GraphQL names the field as sent: %s', async (query, message) => {
  const headers = /registerOAuthApp|createWebhook/.test(query) ? tenant.admin.session : tenant.keyAndAdmin
  expect(await refusal(app, headers, query)).toMatchObject({ message })
})

test('the check of every request finds a message without its field', () => {
  const body = { status: 422, message: 'Name is wrong', errors: { name: ['is wrong'] } }
  expect(() => assertFieldMessages('/api/v3/tags', body)).toThrow('no sentence about "name"')
  expect(() => assertFieldMessages('/api/v3/tags', { ...body, message: '"name" is wrong' })).toThrow()
  expect(() => assertFieldMessages('/api/v3/tags', { ...body, message: '"name" is wrong.' })).not.toThrow()
  const errors = (field: string) => [
    { message: `"${field}" is wrong.`, extensions: { errors: { [field]: ['is wrong'] } } },
  ]
  expect(() => assertFieldMessages('/graphql', { errors: errors('redirectUris') })).not.toThrow()
  expect(() => assertFieldMessages('/graphql', { errors: errors('redirect_uris') })).toThrow('no input')
})
