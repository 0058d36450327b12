import { createHash } from 'node:crypto'
import { sendRaw } from '../../support/recording/send.ts'
import type { Area, World } from '../../support/recording/world.ts'

const REDIRECT = 'https://app.example/callback?from=echolog'
const VERIFIER = 'a-verifier-of-at-least-forty-three-characters-0123'
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

type Client = { client_id: string; client_secret: string }

/** Consent, exchange, refresh, introspection and revocation of tokens, and the server's metadata. */
export const oauthFlow: Area = {
  name: 'oauth-flow',
  async play(world) {
    const { send, people } = world
    await send('none', 'GET /.well-known/oauth-authorization-server')
    const { client_id, client_secret } = await send('session', 'POST /oauth/apps', {
      name: 'Bridge',
      redirect_uris: [REDIRECT],
      allowed_actor_modes: ['app', 'self'],
      declared_scopes: ['posts:read', 'posts:write', 'webhooks:manage'],
      webhook_url: 'https://app.example/hooks',
      subscribed_webhook_events: ['post_created', 'post_updated'],
    })
    const client: Client = { client_id, client_secret }
    const pair = Buffer.from(`${client_id}:${client_secret}`).toString('base64')
    people['the client'] = { Authorization: `Basic ${pair}` }
    people['a client with a wrong secret'] = { Authorization: `Basic ${btoa(`${client_id}:wrong`)}` }
    people['a malformed client'] = { Authorization: 'Basic !!!' }
    await ask(world, client)
    await refuseConsent(world, client)
    await refuseTokens(world, client)
    await useTokens(world, client)
    await throttle(world)
  },
}

const agree = ({ client_id }: Client, { stranger }: World, fields: object = {}) => ({
  client_id,
  redirect_uri: REDIRECT,
  target_organization_id: stranger.organization.id,
  ...fields,
})

async function ask({ send }: World, { client_id }: Client): Promise<void> {
  const query = (fields: Record<string, string> = {}) =>
    new URLSearchParams({ client_id, redirect_uri: REDIRECT, ...fields }).toString()
  const path = 'GET /oauth/authorize?'
  const html = { headers: { Accept: 'text/html' } }
  await send('none', path + query(), undefined, html)
  await send('none', path, undefined, html)
  for (const who of ['session', 'stranger', 'member', 'customer', 'none', 'token', 'key'])
    await send(who, path + query())
  const variants: Record<string, string>[] = [
    { scope: 'posts:read', actor: 'self', state: 'ü & <b>', response_type: 'code' },
    { code_challenge: CHALLENGE, code_challenge_method: 'S256' },
    { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
    { code_challenge: 'short', code_challenge_method: 'S256' },
    { scope: 'posts:read tags:write' },
    { scope: '' },
    { scope: 'unknown' },
    { actor: 'bot' },
    { response_type: 'token' },
    { redirect_uri: 'https://evil.example/' },
    { redirect_uri: '' },
    { client_id: 'unknown' },
    { client_id: '' },
  ]
  for (const fields of variants) await send('session', path + query(fields))
  await send('session', `${path}${query()}&scope=posts:read&scope=posts:write`)
}

async function refuseConsent(world: World, client: Client): Promise<void> {
  const { send } = world
  const path = 'POST /oauth/authorize/consent'
  for (const fields of [
    { target_organization_id: 99_999 },
    { target_organization_id: 'x' },
    { target_organization_id: null },
    { client_id: 'unknown' },
    { redirect_uri: 'https://evil.example/' },
    { scope: 'tags:write' },
    { actor: 'bot' },
    { granted_webhook_events: ['changelog_created'] },
    { granted_webhook_events: 'nothing' },
    { code_challenge: CHALLENGE },
    { code_challenge: CHALLENGE, code_challenge_method: 'plain' },
    { state: 5 },
  ])
    await send('stranger', path, agree(client, world, fields))
  for (const who of ['none', 'session', 'member', 'customer', 'token'])
    await send(who, path, agree(client, world))
  await send('stranger', path, {})
}

async function refuseTokens(world: World, client: Client): Promise<void> {
  const { send } = world
  const path = 'POST /oauth/token'
  const { client_id, client_secret } = client
  const grant = {
    grant_type: 'authorization_code',
    code: await newCode(world, client),
    redirect_uri: REDIRECT,
  }
  for (const fields of [
    { grant_type: undefined },
    { grant_type: 'password' },
    { code: undefined },
    { code: 'unknown' },
    { code: 5 },
    { redirect_uri: undefined },
    { redirect_uri: 'https://evil.example/' },
    { code_verifier: VERIFIER },
    { client_secret: undefined },
    { client_secret: 'wrong' },
    { client_id: 'unknown' },
    { grant_type: 'refresh_token', refresh_token: 'unknown' },
    { grant_type: 'refresh_token' },
  ])
    await send('none', path, { ...grant, client_id, client_secret, ...fields })
  for (const who of ['a client with a wrong secret', 'a malformed client', 'none', 'key', 'session'])
    await send(who, path, grant)
  await send('the client', path, { ...grant, client_secret })
  await send('none', `${path}?client_id=${client_id}&client_secret=x&grant_type=authorization_code`)
  await send('none', path, '{"grant_type":', { headers: { 'Content-Type': 'application/json' } })
  await send('none', path, 'grant_type=a&grant_type=b', FORM)
  await send('none', path, 'grant_type=a', { headers: { 'Content-Type': 'text/plain' } })
  for (const action of ['revoke', 'introspect']) {
    await send('the client', `POST /oauth/${action}`, {})
    await send('none', `POST /oauth/${action}`, { token: 'x' })
    await send('the client', `POST /oauth/${action}`, { token: 'unknown', token_type_hint: 'access_token' })
    await send('a client with a wrong secret', `POST /oauth/${action}`, { token: 'unknown' })
  }
}

const FORM = { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }

async function useTokens(world: World, client: Client): Promise<void> {
  const { send, people } = world
  const token = (fields: object) => send('the client', 'POST /oauth/token', fields)
  const introspect = (text: string) => send('the client', 'POST /oauth/introspect', { token: text })
  const grant = { grant_type: 'authorization_code', redirect_uri: REDIRECT }
  const code = await newCode(world, client)
  const first = await token({ ...grant, code })
  people['the app'] = { Authorization: `Bearer ${first.access_token}` }
  await send('the app', 'GET /api/v3/session_info')
  await introspect(first.access_token as string)
  await introspect(first.refresh_token as string)
  const second = await token({
    grant_type: 'refresh_token',
    refresh_token: first.refresh_token,
    scope: 'posts:read',
  })
  await token({ grant_type: 'refresh_token', refresh_token: second.refresh_token, scope: 'tags:write' })
  await introspect(second.access_token as string)
  await send('the client', 'POST /oauth/revoke', { token: second.access_token })
  await introspect(second.access_token as string)
  await token({ ...grant, code })
  await introspect(second.refresh_token as string)
  const fields = { code_challenge: CHALLENGE, code_challenge_method: 'S256', actor: 'self', state: 'ü&x' }
  const proven = await newCode(world, client, { ...fields, granted_webhook_events: [] })
  await token({ ...grant, code: proven })
  await token({ ...grant, code: proven, code_verifier: `${VERIFIER}4` })
  const body = new URLSearchParams({ ...grant, ...client, code: proven, code_verifier: VERIFIER }).toString()
  const third = await send('none', 'POST /oauth/token', body, FORM)
  people['the person'] = { Authorization: `Bearer ${third.access_token}` }
  await send('the person', 'GET /api/v3/session_info')
  await send('the client', 'POST /oauth/revoke', {
    token: third.refresh_token,
    token_type_hint: 'refresh_token',
  })
  await send('the person', 'GET /api/v3/session_info')
}

async function newCode(world: World, client: Client, fields: object = {}): Promise<string> {
  const { redirect_to } = await world.send(
    'stranger',
    'POST /oauth/authorize/consent',
    agree(client, world, fields),
  )
  return new URL(redirect_to as string).searchParams.get('code') ?? ''
}

/** Exhausts the failures that a client may have, without recording them. */
async function throttle({ send, app, people }: World): Promise<void> {
  const who = 'a client with a wrong secret'
  const headers = { 'Content-Type': 'application/json', ...people[who] }
  const request = { method: 'POST', path: '/oauth/introspect', headers, body: '{"token":"x"}' }
  // The failures of the requests before start a minute that could end between these.
  await app.database.pool.query('delete from failed_attempts')
  for (let failures = 0; failures < 25; failures++) await sendRaw(app.url, request)
  for (const action of ['introspect', 'revoke', 'token'])
    await send(
      who,
      `POST /oauth/${action}`,
      { token: 'x', grant_type: 'refresh_token' },
      { note: 'too often' },
    )
}
