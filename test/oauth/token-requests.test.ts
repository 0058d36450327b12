import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type Answer, type TestApp } from '../support/app.ts'
import { exchange, newCode, registerApp, type ClientApp } from '../support/clients/oauth.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { createTenant, type Tenant } from '../support/fixtures/scenario.ts'

let app: TestApp
let target: Tenant
let client: ClientApp
let code: string

beforeAll(async () => {
  app = await startApp()
  target = await createTenant(app)
  client = await registerApp(app, await createTenant(app))
})
beforeEach(async () => {
  code = await newCode(app, client, target)
})
afterAll(() => app.stop())

const basic = (id: string, secret: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
})
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  app.call('POST', '/oauth/token', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
const grant = () => ({ grant_type: 'authorization_code', code, redirect_uri: client.redirect_uri })
const own = () => ({ client_id: client.client_id, client_secret: client.client_secret })

describe('a client authenticates', () => {
  test('in a JSON body', async () => expect((await exchange(app, client, code)).status).toBe(200))

  test('in a form', async () => expect((await form({ ...grant(), ...own() })).status).toBe(200))

  test('by HTTP Basic, with a form and with JSON', async () => {
    const headers = basic(client.client_id, client.client_secret)
    expect((await form(grant(), headers)).status).toBe(200)
    code = await newCode(app, client, target)
    expect((await app.call('POST', '/oauth/token', { headers, body: grant() })).status).toBe(200)
  })

  test('by HTTP Basic, repeating its id in the body', async () => {
    const { client_id, client_secret } = client
    expect((await form({ ...grant(), client_id }, basic(client_id, client_secret))).status).toBe(200)
  })

  test('by HTTP Basic, with every character form-encoded', async () => {
    const strictly = (text: string) =>
      text.replace(/./g, (c) => `%${c.charCodeAt(0).toString(16).padStart(2, '0')}`)
    const pair = `${strictly(client.client_id)}:${strictly(client.client_secret)}`
    const headers = { Authorization: `basic ${Buffer.from(pair).toString('base64')}` }
    expect((await form(grant(), headers)).status).toBe(200)
  })

  test('over GraphQL', async () => {
    const mutation = `mutation ($input: IssueTokensInput!) {
      issueTokens(input: $input) {
        tokens { accessToken refreshToken tokenType expiresIn scopes }
        oauthError { code description }
        errors { code field }
      }
    }`
    const issue = async (clientSecret: string, fields: object = {}) => {
      const credentials = { clientId: client.client_id, clientSecret }
      const request = { grantType: 'AUTHORIZATION_CODE', code, redirectUri: client.redirect_uri, ...fields }
      return (await app.graphql(mutation, { input: { client: credentials, ...request } })).body
    }
    // A wrong credential is a top-level error, a refused grant is data.
    expect(await issue('wrong')).toMatchObject({
      data: { issueTokens: null },
      errors: [{ extensions: { code: 'UNAUTHORIZED', status: 401, oauthError: 'INVALID_CLIENT' } }],
    })
    const refused = [
      [{ code: null }, 'INVALID_REQUEST', ['code']],
      [{ code: 'fooc_unknown' }, 'INVALID_GRANT', null],
    ] as const
    for (const [fields, oauthCode, field] of refused)
      expect(await issue(client.client_secret, fields)).toEqual({
        data: {
          issueTokens: {
            tokens: null,
            oauthError: { code: oauthCode, description: expect.any(String) as string },
            errors: [{ code: 'INVALID_PARAM', field }],
          },
        },
      })
    const { data } = await issue(client.client_secret)
    expect(data.issueTokens).toMatchObject({
      tokens: { tokenType: 'Bearer', expiresIn: 86_400, scopes: ['POSTS_READ', 'POSTS_WRITE'] },
      oauthError: null,
      errors: [],
    })
  })
})

describe('rejects a request and keeps the code valid for', () => {
  const expectRefusedOnly = async (call: () => Promise<Answer>, status: number, error: string) => {
    const answer = await expectRefused(app, call, status, error)
    expect((await exchange(app, client, code)).status).toBe(200)
    return answer
  }

  test.each<[string, object, number, string]>([
    ['a wrong secret', { client_secret: `fosec_${'x'.repeat(38)}` }, 401, 'invalid_client'],
    ['no secret', { client_secret: undefined }, 401, 'invalid_client'],
    ['an unknown client', { client_id: 'foapp_unknown' }, 401, 'invalid_client'],
    ['no client', { client_id: undefined }, 401, 'invalid_client'],
    ['an unknown code', { code: 'fooc_unknown' }, 400, 'invalid_grant'],
    ['no code', { code: undefined }, 400, 'invalid_request'],
    ['a blank code', { code: '' }, 400, 'invalid_request'],
    ['another redirect URI', { redirect_uri: 'https://app.example/other' }, 400, 'invalid_grant'],
    ['no redirect URI', { redirect_uri: undefined }, 400, 'invalid_request'],
    ['no grant type', { grant_type: undefined }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'client_credentials' }, 400, 'unsupported_grant_type'],
    ['the password grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['a code that is not a string', { code: 7 }, 400, 'invalid_request'],
    ['a client that is not a string', { client_id: { $ne: '' } }, 400, 'invalid_request'],
    ['a verifier without a challenge', { code_verifier: 'v'.repeat(43) }, 400, 'invalid_grant'],
  ])('%s', async (_name, fields, status, error) => {
    const { headers } = await expectRefusedOnly(() => exchange(app, client, code, fields), status, error)
    expect(headers.get('www-authenticate')).toBeNull()
    expect(headers.get('pragma')).toBe('no-cache')
  })

  test.each<[string, () => Record<string, string>]>([
    ['a wrong secret', () => basic(client.client_id, 'wrong')],
    ['an unknown client', () => basic('foapp_unknown', client.client_secret)],
    ['no content', () => ({ Authorization: 'Basic' })],
    ['no colon', () => ({ Authorization: `Basic ${Buffer.from('abc').toString('base64')}` })],
    ['a bad encoding', () => ({ Authorization: `Basic ${Buffer.from('%zz:x').toString('base64')}` })],
    ['a NUL in it', () => basic('a\0', 'b')],
  ])('HTTP Basic with %s', async (_name, headersOf) => {
    const answer = await expectRefusedOnly(() => form(grant(), headersOf()), 401, 'invalid_client')
    expect(answer.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
  })

  test('two methods of authentication at once', async () => {
    const headers = basic(client.client_id, client.client_secret)
    await expectRefusedOnly(() => form({ ...grant(), ...own() }, headers), 400, 'invalid_request')
    code = await newCode(app, client, target)
    await expectRefusedOnly(
      () => form({ ...grant(), client_id: 'foapp_other' }, headers),
      400,
      'invalid_request',
    )
  })

  test('a repeated parameter', async () => {
    for (const name of ['code', 'client_id', 'client_secret', 'redirect_uri', 'grant_type']) {
      const fields = new URLSearchParams({ ...grant(), ...own() })
      fields.append(name, fields.get(name) ?? '')
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
      const call = () => app.call('POST', '/oauth/token', { headers, body: fields.toString() })
      await expectRefused(app, call, 400, 'invalid_request')
    }
    await expectRefusedOnly(() => exchange(app, client, code, { code: [code, code] }), 400, 'invalid_request')
  })

  test('credentials in the URL', async () => {
    const query = new URLSearchParams({ ...grant(), ...own() }).toString()
    await expectRefusedOnly(
      () => app.call('POST', `/oauth/token?${query}`, { body: grant() }),
      401,
      'invalid_client',
    )
  })

  test('a GET, and a body of another type', async () => {
    expect((await app.call('GET', '/oauth/token')).status).toBe(405)
    const headers = { 'Content-Type': 'text/plain' }
    expect((await app.call('POST', '/oauth/token', { headers, body: 'x' })).status).toBe(415)
  })
})
