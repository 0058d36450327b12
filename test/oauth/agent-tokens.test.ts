import { describe, expect, test } from 'vitest'
import {
  connectAgent,
  consentToAgent,
  newProof,
  powerOf,
  registerAgent,
  token,
} from '../support/clients/agents.ts'
import { expectRefused } from '../support/contract/refusals.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const target = useTenant(app)

describe('requires of a public client', () => {
  test('a code challenge and its verifier', async () => {
    const agent = await registerAgent(app)
    await expectRefused(app, () => consentToAgent(app, agent, target), 400, 'invalid_request')
    const { verifier, challenge } = newProof()
    const { body } = await consentToAgent(app, agent, target, challenge)
    const code = new URL(body.redirect_to as string).searchParams.get('code') ?? ''
    const fields = { grant_type: 'authorization_code', ...agent, code }
    await expectRefused(app, () => token(app, fields), 400, 'invalid_grant')
    await expectRefused(
      app,
      () => token(app, { ...fields, code_verifier: newProof().verifier }),
      400,
      'invalid_grant',
    )
    expect((await token(app, { ...fields, code_verifier: verifier })).status).toBe(200)
  })

  test('no secret, neither in the body nor by HTTP Basic', async () => {
    const agent = await registerAgent(app)
    const { refresh_token } = await connectAgent(app, agent, target)
    const fields = { grant_type: 'refresh_token', refresh_token }
    const inBody = () => token(app, { ...fields, client_id: agent.client_id, client_secret: 'fosec_x' })
    await expectRefused(app, inBody, 401, 'invalid_client')
    const Authorization = `Basic ${Buffer.from(`${agent.client_id}:fosec_x`).toString('base64')}`
    const { headers } = await expectRefused(
      app,
      () => token(app, fields, { Authorization }),
      401,
      'invalid_client',
    )
    expect(headers.get('www-authenticate')).toContain('Basic')
    expect((await token(app, { ...fields, client_id: agent.client_id })).status).toBe(200)
  })
})

test('refreshes without a secret, returns the same pair again for 10 minutes, and then ends the chain', async () => {
  const agent = await registerAgent(app)
  const { refresh_token } = await connectAgent(app, agent, target)
  const again = () =>
    token(app, {
      grant_type: 'refresh_token',
      client_id: agent.client_id,
      refresh_token,
      resource: `${app.url}/mcp`,
    })
  const { body: next } = await again()
  const rotatedBefore = async (seconds: number) =>
    app.database.pool.query(
      'update oauth_tokens set rotated_at = now() - make_interval(secs => $1) where rotated_at is not null',
      [seconds],
    )
  await rotatedBefore(590)
  expect((await again()).body).toEqual(next)
  await rotatedBefore(610)
  expect((await again()).body).toMatchObject({ error: 'invalid_grant' })
  expect(await powerOf(app, next.access_token)).toBeNull()
})

test('the tokens of one client are worth nothing to another one', async () => {
  const [mine, theirs] = [await registerAgent(app), await registerAgent(app, { client_name: 'Other' })]
  await connectAgent(app, theirs, target)
  const { refresh_token, access_token } = await connectAgent(app, mine, target)
  const fields = { grant_type: 'refresh_token', client_id: theirs.client_id, refresh_token }
  await expectRefused(app, () => token(app, fields), 400, 'invalid_grant')
  await app.call('POST', '/oauth/revoke', { body: { client_id: theirs.client_id, token: access_token } })
  expect(await powerOf(app, access_token)).not.toBeNull()
  await app.call('POST', '/oauth/revoke', { body: { client_id: mine.client_id, token: access_token } })
  expect(await powerOf(app, access_token)).toBeNull()
})

test('a public client cannot introspect a token, which requires authentication', async () => {
  const agent = await registerAgent(app)
  const { access_token } = await connectAgent(app, agent, target)
  const body = { client_id: agent.client_id, token: access_token }
  await expectRefused(app, () => app.call('POST', '/oauth/introspect', { body }), 401, 'invalid_client')
})

test.each([
  'http://127.0.0.1:7777/callback/',
  'http://127.0.0.1:7777/Callback',
  'http://127.0.0.1:7777/callback?x=1',
  'http://127.0.0.1:7777',
  'http://127.0.0.1:70000/callback',
  'http://127.0.0.1:80@evil.example/callback',
  'http://localhost:7777/callback',
  'http://[::1]:7777/callback',
  'http://127.0.0.2:7777/callback',
  'https://127.0.0.1:7777/callback',
  'https://agent.example:444/callback',
])('refuses %s, because only the port of a loopback host is free', async (redirect_uri) => {
  const redirect_uris = ['http://127.0.0.1/callback', 'https://agent.example/callback']
  const { client_id } = await registerAgent(app, { redirect_uris })
  const call = () => consentToAgent(app, { client_id, redirect_uri }, target, newProof().challenge)
  await expectRefused(app, call, 400, 'invalid_redirect_uri')
})
