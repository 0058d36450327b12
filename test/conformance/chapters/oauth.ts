import { assertSame, assertThat, forEach, formatValue, type Chapter } from '../check.ts'
import type { Answer } from '../client.ts'
import { assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'

const TOKEN = '/oauth/token'
const UNKNOWN = 'foapp_conformance'
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** Contract 2.8, 5.8 and 5.9: the metadata and the refusals of the OAuth routes. Nothing is changed. */
export const oauth: Chapter = {
  name: 'oauth',
  section: '2.8, 5.8, 5.9',
  checks: () => [
    { name: 'The server metadata are those of RFC 8414', run: readMetadata },
    { name: 'An unknown client is 401 invalid_client', run: refuseClient },
    { name: 'A client that fails with HTTP Basic is challenged', run: challenge },
    { name: 'A request without grant_type is invalid_request', needs: ['client'], run: refuseNoGrant },
    { name: 'Another grant type is unsupported_grant_type', needs: ['client'], run: refuseGrantType },
    { name: 'An unknown code or refresh token is invalid_grant', needs: ['client'], run: refuseGrants },
    { name: 'A repeated parameter is invalid_request', needs: ['client'], run: refuseRepetition },
    {
      name: 'An unknown token is revoked with 200 and introspected as inactive',
      needs: ['client'],
      run: forgetToken,
    },
    {
      name: 'An access token of the client is introspected as active',
      needs: ['client', 'token'],
      run: introspect,
    },
    { name: 'Authorization without a person is 401 invalid_token', run: refuseNobody },
    {
      name: 'An unknown client of an authorization is invalid_client',
      needs: ['session'],
      run: refuseUnknown,
    },
    {
      name: 'A redirect URI that is not registered is invalid_redirect_uri, without a redirect',
      needs: ['client', 'session'],
      run: refuseRedirect,
    },
    { name: 'The apps of no named organization are 400', needs: ['session'], run: refuseNoOrganization },
    { name: 'An OAuth route that does not exist is 404 not_found', run: refuseRoute },
  ],
}

async function readMetadata({ call }: Target): Promise<void> {
  const { status, body } = await call('GET', '/.well-known/oauth-authorization-server', { as: 'nobody' })
  assertSame('status', status, 200)
  for (const name of ['issuer', 'authorization_endpoint', 'token_endpoint', 'revocation_endpoint'])
    assertThat(URL.canParse(String(body[name])), `${name} is ${formatValue(body[name])}`)
  assertSame('code_challenge_methods_supported', body.code_challenge_methods_supported, ['S256'])
  assertSame('response_types_supported', body.response_types_supported, ['code'])
  const grants = ['authorization_code', 'refresh_token']
  assertSame('grant_types_supported', [...body.grant_types_supported].sort(), grants)
  for (const scope of ['posts:read', 'posts:write', 'webhooks:manage'])
    assertThat(body.scopes_supported.includes(scope), `scopes_supported lacks ${scope}`)
}

const send = ({ call }: Target, path: string, body: object): Promise<Answer> =>
  call('POST', path, { as: 'nobody', body })

const clientOf = ({ grant }: Target) => ({
  client_id: grant.clientId ?? '',
  client_secret: grant.clientSecret ?? '',
})

/** Reports a difference unless the refusal follows RFC 6749, and no cache may store it. */
function assertOauth(answer: Answer, status: number, ...errors: string[]): void {
  assertRefused(answer, status, ...errors)
  assertThat(
    (answer.headers.get('Cache-Control') ?? '').includes('no-store'),
    `${answer.path}: Cache-Control is ${formatValue(answer.headers.get('Cache-Control'))}`,
  )
}

async function refuseClient(target: Target): Promise<void> {
  const client = { client_id: UNKNOWN, client_secret: 'fosec_wrong' }
  const grant = { grant_type: 'refresh_token', refresh_token: 'foor_x' }
  assertOauth(await send(target, TOKEN, { ...client, ...grant }), 401, 'invalid_client')
  await forEach(['/oauth/revoke', '/oauth/introspect'], async (path) =>
    assertOauth(await send(target, path, { ...client, token: 'foot_x' }), 401, 'invalid_client'),
  )
}

async function challenge({ call }: Target): Promise<void> {
  const Authorization = `Basic ${btoa(`${UNKNOWN}:wrong`)}`
  const body = 'grant_type=refresh_token&refresh_token=foor_x'
  const answer = await call('POST', TOKEN, { as: 'nobody', body, headers: { Authorization, ...FORM } })
  assertOauth(answer, 401, 'invalid_client')
  const header = answer.headers.get('WWW-Authenticate') ?? ''
  assertThat(header.startsWith('Basic '), `WWW-Authenticate is ${formatValue(header)}`)
}

async function refuseNoGrant(target: Target): Promise<void> {
  assertOauth(await send(target, TOKEN, clientOf(target)), 400, 'invalid_request')
}

async function refuseGrantType(target: Target): Promise<void> {
  const body = { ...clientOf(target), grant_type: 'password' }
  assertOauth(await send(target, TOKEN, body), 400, 'unsupported_grant_type')
}

async function refuseGrants(target: Target): Promise<void> {
  const redirect_uri = 'https://app.example/callback'
  const grants = [
    { grant_type: 'authorization_code', code: 'fooc_unknown', redirect_uri },
    { grant_type: 'refresh_token', refresh_token: 'foor_unknown' },
  ]
  await forEach(grants, async (grant) => {
    const parameters = { ...clientOf(target), ...grant }
    assertOauth(await send(target, TOKEN, parameters), 400, 'invalid_grant')
    const body = new URLSearchParams(parameters).toString()
    const form = await target.call('POST', TOKEN, { as: 'nobody', body, headers: FORM })
    assertOauth(form, 400, 'invalid_grant')
  })
}

async function refuseRepetition(target: Target): Promise<void> {
  const grant = 'grant_type=refresh_token&grant_type=refresh_token&refresh_token=foor_x'
  const body = `${new URLSearchParams(clientOf(target)).toString()}&${grant}`
  const answer = await target.call('POST', TOKEN, { as: 'nobody', body, headers: FORM })
  assertOauth(answer, 400, 'invalid_request')
}

async function forgetToken(target: Target): Promise<void> {
  const body = { ...clientOf(target), token: 'foot_unknown' }
  assertSame('revoke', (await send(target, '/oauth/revoke', body)).status, 200)
  const { status, body: state } = await send(target, '/oauth/introspect', body)
  assertSame('introspect', [status, state], [200, { active: false }])
}

async function introspect(target: Target): Promise<void> {
  const body = { ...clientOf(target), token: target.grant.token }
  const { body: state } = await send(target, '/oauth/introspect', body)
  const { active, client_id, token_type } = state
  assertSame('introspect', [active, client_id, token_type], [true, target.grant.clientId, 'Bearer'])
}

const query = { client_id: UNKNOWN, redirect_uri: 'https://app.example/callback' }

async function refuseNobody({ call }: Target): Promise<void> {
  assertOauth(await call('GET', '/oauth/authorize', { as: 'nobody', query }), 401, 'invalid_token')
}

async function refuseUnknown({ call }: Target): Promise<void> {
  assertOauth(await call('GET', '/oauth/authorize', { as: 'user', query }), 400, 'invalid_client')
}

async function refuseRedirect({ call, grant }: Target): Promise<void> {
  const client_id = grant.clientId ?? ''
  const redirect_uri = 'https://conformance.example/elsewhere'
  const answer = await call('GET', '/oauth/authorize', { as: 'user', query: { client_id, redirect_uri } })
  assertOauth(answer, 400, 'invalid_redirect_uri')
  assertSame('Location', answer.headers.get('Location'), null)
}

async function refuseNoOrganization({ call, options }: Target): Promise<void> {
  const headers = { Authorization: `Bearer ${options.session}` }
  assertOauth(await call('GET', '/oauth/apps', { as: 'nobody', headers }), 400, 'invalid_request')
}

async function refuseRoute({ call }: Target): Promise<void> {
  assertRefused(await call('GET', '/oauth/nothing', { as: 'nobody' }), 404, 'not_found')
}
