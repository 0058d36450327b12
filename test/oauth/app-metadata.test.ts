import { beforeAll, describe, expect, test } from 'vitest'
import { appCalls, METADATA, WEBHOOK } from '../support/fixtures/registration.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp({ webhookAllowedHosts: ['127.0.0.1:9999', 'Internal.example'] })
const tenant = useTenant(app)
let apps: ReturnType<typeof appCalls>
let plain: string
let hooked: string

beforeAll(async () => {
  apps = appCalls(app, tenant.admin.session)
  plain = (await apps.register()).body.client_id
  hooked = (await apps.register(WEBHOOK)).body.client_id
})

const { declared_scopes: _scopes, ...ONLY_WEBHOOK } = WEBHOOK
const hook = (webhook_url: unknown) => ({ ...WEBHOOK, webhook_url })

/** The defect, the fields that have it, the error value, and the name of the invalid field. */
const BAD: [what: string, fields: object, error: string, field: string][] = [
  ['a blank name', { name: ' ' }, 'invalid_client_metadata', 'name'],
  ['a name of invisible characters', { name: '\u200b\u3164\u200f' }, 'invalid_client_metadata', 'name'],
  ['a name of another type', { name: 7 }, 'invalid_client_metadata', 'name'],
  ['a name that is too long', { name: 'x'.repeat(256) }, 'invalid_client_metadata', 'name'],
  ['a name with a line break', { name: 'Good\nApp' }, 'invalid_client_metadata', 'name'],
  [
    'a name with a bidirectional control character',
    { name: 'Good\u202eppA' },
    'invalid_client_metadata',
    'name',
  ],
  ['no redirect URI', { redirect_uris: [] }, 'invalid_redirect_uri', 'redirect_uris'],
  [
    'redirect URIs that are not a list',
    { redirect_uris: 'https://a.example/' },
    'invalid_redirect_uri',
    'redirect_uris',
  ],
  ['a redirect URI that is not a string', { redirect_uris: [7] }, 'invalid_redirect_uri', 'redirect_uris'],
  [
    '21 redirect URIs',
    { redirect_uris: Array.from({ length: 21 }, (_, index) => `https://a.example/${index}`) },
    'invalid_redirect_uri',
    'redirect_uris',
  ],
  ['no actor mode', { allowed_actor_modes: [] }, 'invalid_client_metadata', 'allowed_actor_modes'],
  [
    'an unknown actor mode',
    { allowed_actor_modes: ['app', 'root'] },
    'invalid_client_metadata',
    'allowed_actor_modes',
  ],
  ['no scope', { declared_scopes: [] }, 'invalid_client_metadata', 'declared_scopes'],
  ['a scope of another type', { declared_scopes: [{}] }, 'invalid_client_metadata', 'declared_scopes'],
  [
    'an unknown scope',
    { declared_scopes: ['posts:read', 'posts:admin'] },
    'invalid_scope',
    'declared_scopes',
  ],
  ['a scope in upper case', { declared_scopes: ['Posts:Read'] }, 'invalid_scope', 'declared_scopes'],
  [
    'the name of an object property',
    { declared_scopes: ['constructor'] },
    'invalid_scope',
    'declared_scopes',
  ],
  ['a webhook URL of another type', hook(7), 'invalid_client_metadata', 'webhook_url'],
  ['a blank webhook URL', hook(''), 'invalid_client_metadata', 'webhook_url'],
  ...[
    'http://sync.example.com/hooks',
    'ftp://sync.example.com/hooks',
    '//sync.example.com/hooks',
    'https://user:pw@sync.example.com/',
    'https://@sync.example.com/',
    'https://sync.example.com/#here',
    'https://sync.example.com/a b',
    'https://sync.example.com\\hooks',
    `https://sync.example.com/${'x'.repeat(2048)}`,
    'https://127.0.0.1/',
    'http://127.0.0.1/',
    'https://127.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://hooks.localhost/',
    'https://10.1.2.3/',
    'https://172.31.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://127.0.0.1:9998/',
    'http://internal.example/',
  ].map((url): (typeof BAD)[number] => [
    `the webhook URL ${url.slice(0, 60)}`,
    hook(url),
    'invalid_client_metadata',
    'webhook_url',
  ]),
  [
    'an unknown event',
    { ...WEBHOOK, subscribed_webhook_events: ['post_created', 'post_voted'] },
    'invalid_client_metadata',
    'subscribed_webhook_events',
  ],
]

describe.each([
  ['a registration', () => ({ method: 'POST', path: '', rest: METADATA })],
  ['a change of an app', () => ({ method: 'PATCH', path: `/${plain}`, rest: {} })],
] as const)('%s', (_what, request) => {
  test.each(BAD)('with %s is rejected and writes nothing', async (_wrong, fields, error, field) => {
    const { method, path, rest } = request()
    const answer = await apps.tried(() => apps.send(method, path, { ...rest, ...fields }))
    expect(answer).toMatchObject({ status: 400, body: { error, success: false, status: 400 }, wrote: false })
    expect(Object.keys(answer.body.errors)).toEqual([field])
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test.each([
    ['a webhook URL', { webhook_url: ONLY_WEBHOOK.webhook_url }],
    ['webhook events', { subscribed_webhook_events: ['post_created'] }],
    ['both', ONLY_WEBHOOK],
  ])('with %s but without webhooks:manage declared is rejected', async (_wrong, fields) => {
    const { method, path, rest } = request()
    const answer = await apps.tried(() => apps.send(method, path, { ...rest, ...fields }))
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' }, wrote: false })
  })
})

test('rejects a webhook sent with scopes that lack webhooks:manage, regardless of earlier scopes', async () => {
  const change = { declared_scopes: ['posts:read'], webhook_url: 'https://sync.example.com/other' }
  const answer = await apps.tried(() => apps.change(hooked, change))
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_client_metadata' }, wrote: false })
})

test.each(Object.keys(METADATA))('rejects a registration without %s', async (field) => {
  const answer = await apps.tried(() => apps.register({ [field]: undefined }))
  const error = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
  expect(answer).toMatchObject({
    status: 400,
    body: { error, errors: { [field]: ["can't be blank"] } },
    wrote: false,
  })
})

test.each([
  ['a list', '[]', 'application/json', 400],
  ['invalid JSON', '{', 'application/json', 400],
  ['a form', 'name=x', 'application/x-www-form-urlencoded', 415],
])('rejects a body that is %s', async (_what, body, type, status) => {
  const headers = { ...tenant.admin.session, 'Content-Type': type }
  const answer = await apps.tried(() => app.call('POST', '/oauth/apps', { headers, body }))
  expect(answer).toMatchObject({ status, body: { error: 'invalid_request' }, wrote: false })
})

test.each([
  'http://127.0.0.1:9999/hooks',
  'https://127.0.0.1:9999/hooks',
  'https://internal.example/hooks',
  'https://1.1.1.1/',
  'https://[2606:4700::1111]/',
  'https://sync.example.com:8443/hooks?secret=1',
])('accepts the webhook URL %s where the operator allows the host', async (url) => {
  expect(await apps.register(hook(url))).toMatchObject({ status: 201, body: { webhook_url: url } })
})
