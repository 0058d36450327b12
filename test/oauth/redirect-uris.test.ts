import { beforeAll, describe, expect, test } from 'vitest'
import { fingerprint } from '../support/contract/fingerprint.ts'
import {
  authorize,
  consent,
  exchange,
  newCode,
  registerApp,
  type ClientApp,
} from '../support/clients/oauth.ts'
import {
  BAD_REDIRECT_URIS,
  GOOD_REDIRECT_URIS,
  NEAR_MISSES,
  REGISTERED,
  REGISTERED_LOOPBACK,
} from '../support/fixtures/redirect-uris.ts'
import { appCalls } from '../support/fixtures/registration.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let client: ClientApp
let code: string
let before: string

beforeAll(async () => {
  client = await registerApp(app, tenant, { redirect_uris: [REGISTERED, REGISTERED_LOOPBACK] })
  code = await newCode(app, client, tenant)
  before = await fingerprint(app.database.kysely)
})

/** Expects a response without a redirect and without a URL to redirect to. */
function leadsNowhere({ headers, body }: { headers: Headers; body: object }): void {
  expect(headers.get('location')).toBeNull()
  expect(Object.keys(body)).not.toContain('redirect_to')
}

test('the tables have at least 60 different cases each', () => {
  expect(BAD_REDIRECT_URIS.length).toBeGreaterThanOrEqual(60)
  expect(NEAR_MISSES.length).toBeGreaterThanOrEqual(60)
  for (const table of [BAD_REDIRECT_URIS, NEAR_MISSES])
    expect(new Set(table.map(([, uri]) => uri)).size).toBe(table.length)
})

describe.each(BAD_REDIRECT_URIS)('an invalid redirect URI: %s', (_what, uri) => {
  test('cannot be registered, alone or among valid ones', async () => {
    const apps = appCalls(app, tenant.admin.session)
    for (const redirect_uris of [[uri], [REGISTERED, uri]]) {
      const answer = await apps.register({ redirect_uris })
      expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
    }
  })

  test('cannot be added to an app', async () => {
    const answer = await appCalls(app, tenant.admin.session).change(client.client_id, {
      redirect_uris: [uri],
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } })
  })
})

describe.each([...NEAR_MISSES, ...BAD_REDIRECT_URIS])(
  'a redirect URI that is not registered: %s',
  (_what, uri) => {
    // A URI that cannot be parsed or is blank may be rejected as a bad request instead.
    const refused = expect.stringMatching(
      uri.trim() === '' || uri.includes('\0') ? /^invalid_re/ : /^invalid_redirect_uri$/,
    )

    test('does not receive a consent page', async () => {
      const answer = await authorize(app, tenant.admin.session, client, { redirect_uri: uri })
      expect(answer).toMatchObject({ status: 400, body: { error: refused } })
      leadsNowhere(answer)
    })

    test('does not receive a code', async () => {
      const answer = await consent(app, client, tenant, { redirect_uri: uri })
      expect(answer).toMatchObject({ status: 400, body: { error: refused } })
      leadsNowhere(answer)
    })

    test('does not receive tokens', async () => {
      const answer = await exchange(app, client, code, { redirect_uri: uri })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/^invalid_(grant|request)$/) })
      leadsNowhere(answer)
    })
  },
)

test.each([
  ['the registered one twice', [REGISTERED, REGISTERED]],
  ['a bad one first', ['https://evil.example/', REGISTERED]],
  ['a bad one last', [REGISTERED, 'https://evil.example/']],
])('rejects a repeated parameter: %s', async (_what, uris) => {
  const query = new URLSearchParams([
    ['client_id', client.client_id],
    ...uris.map((uri) => ['redirect_uri', uri]),
  ])
  const headers = tenant.admin.session
  const page = await app.call('GET', `/oauth/authorize?${query.toString()}`, { headers })
  expect(page).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  leadsNowhere(page)
  const consented = await consent(app, client, tenant, { redirect_uri: uris })
  expect(consented).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  expect((await exchange(app, client, code, { redirect_uri: uris })).status).toBe(400)
})

test('rejects a code with another redirect URI of the same app', async () => {
  const answer = await exchange(app, client, code, { redirect_uri: REGISTERED_LOOPBACK })
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('the rejected requests wrote nothing, and the code still works for its own URI', async () => {
  expect(await fingerprint(app.database.kysely)).toBe(before)
  expect((await exchange(app, client, code)).status).toBe(200)
})

test('registers valid URIs, returns them unchanged, and redirects to them', async () => {
  const own = await registerApp(app, tenant, { redirect_uris: GOOD_REDIRECT_URIS })
  const { body } = await appCalls(app, tenant.admin.session).send('GET', `/${own.client_id}`)
  expect(body.redirect_uris).toEqual(GOOD_REDIRECT_URIS)
  for (const uri of GOOD_REDIRECT_URIS) {
    const page = await authorize(app, tenant.admin.session, own, { redirect_uri: uri })
    expect(page).toMatchObject({ status: 200, body: { redirect_uri: uri } })
    const consented = await consent(app, own, tenant, { redirect_uri: uri })
    const back = String(consented.body.redirect_to)
    expect(back.startsWith(uri)).toBe(true)
    const given = new URL(back).searchParams.get('code') ?? ''
    expect((await exchange(app, own, given, { redirect_uri: uri })).status).toBe(200)
  }
})
