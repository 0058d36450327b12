import { assertSame, assertThat, forEach, formatValue, type Chapter } from '../check.ts'
import { assertRefused } from '../refusals.ts'
import type { Target } from '../target.ts'
import { bearer, exchange, install, metadataOf } from '../install.ts'
import { change, make, thingOf } from '../things.ts'

const APPS = '/oauth/apps'
const WRITES = ['write', 'session'] as const

/** Contract 5: an app from its registration to its deletion, with the tokens of one install. */
export const oauthFlow: Chapter = {
  name: 'oauth-flow',
  section: '5.1 to 5.8',
  checks: () => [
    { name: 'An app is registered with secrets that are returned once', needs: WRITES, run: register },
    { name: 'Metadata that are not valid are refused', needs: WRITES, run: refuseMetadata },
    { name: 'Consent leads to a code, tokens, refreshed tokens and their end', needs: WRITES, run: flow },
    { name: 'An install is narrowed and revoked, which ends its tokens', needs: WRITES, run: revoke },
    { name: 'A webhook secret of an app is returned once, and replaced', needs: WRITES, run: rotateWebhook },
    { name: 'A suspended app has no valid token, and a deleted app is unknown', needs: WRITES, run: suspend },
  ],
}

async function register(target: Target): Promise<void> {
  const { call } = target
  const sent = metadataOf(target, 'Registered')
  const app = await make(target, APPS, sent)
  assertThat(/^foapp_/.test(String(app.client_id)), `client_id is ${formatValue(app.client_id)}`)
  assertThat(/^fosec_/.test(String(app.client_secret)), 'client_secret has another form than fosec_…')
  const read = await call('GET', `${APPS}/${app.client_id}`)
  const { name, redirect_uris, allowed_actor_modes, declared_scopes } = read.body
  assertSame('the app', { name, redirect_uris, allowed_actor_modes, declared_scopes }, sent)
  for (const { text, path } of [read, await call('GET', APPS)])
    assertThat(!text.includes(String(app.client_secret)), `GET ${path} has the secret`)
  const changed = await change(target, `${APPS}/${app.client_id}`, { declared_scopes: ['posts:read'] })
  assertSame('PUT', [changed.declared_scopes, changed.name], [['posts:read'], sent.name])
  const rotated = await call('POST', `${APPS}/${app.client_id}/rotate_secret`, { body: {} })
  assertThat(rotated.body.client_secret !== app.client_secret, 'rotate_secret returns the same secret')
}

async function refuseMetadata(target: Target): Promise<void> {
  const wrong: [fields: object, ...errors: string[]][] = [
    [{ redirect_uris: ['http://app.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['/callback'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://app.example/#part'] }, 'invalid_redirect_uri'],
    [{ declared_scopes: ['posts:eat'] }, 'invalid_scope'],
    [{ allowed_actor_modes: ['robot'] }, 'invalid_client_metadata'],
    [{ webhook_url: 'https://app.example/hook' }, 'invalid_client_metadata'],
    [{ name: '' }, 'invalid_client_metadata'],
  ]
  await forEach(wrong, async ([fields, ...errors]) => {
    const answer = await target.call('POST', APPS, { body: { ...metadataOf(target, 'Refused'), ...fields } })
    assertRefused(answer, 400, ...errors)
  })
}

async function flow(target: Target): Promise<void> {
  const { call } = target
  const { app, tokens } = await install(target, 'Installed')
  const asToken = (path: string, token: unknown) =>
    call('GET', path, { as: 'nobody', headers: bearer(token) })
  assertSame('session_info', (await asToken('/api/v3/session_info', tokens.access_token)).status, 200)
  assertSame('posts', (await asToken('/api/v3/feature_requests', tokens.access_token)).status, 200)
  const refused = await asToken('/api/v3/tags', tokens.access_token)
  const message = 'Missing required OAuth scope: tags:read'
  assertSame('tags', [refused.status, refused.body], [403, { message, status: 403, success: false }])
  const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  const fresh = (await exchange(target, app, grant)).body
  const again = (await exchange(target, app, grant)).body
  assertSame('a refresh that is repeated at once', again.access_token, fresh.access_token)
  assertRefused(await asToken('/api/v3/session_info', tokens.access_token), 401)
  const { client_id, client_secret } = app
  const own = { client_id, client_secret, token: fresh.access_token }
  const send = (path: string) => call('POST', path, { as: 'nobody', body: own })
  const state = (await send('/oauth/introspect')).body
  assertSame('introspect', [state.active, state.client_id, state.scope], [true, client_id, 'posts:read'])
  assertSame('revoke', (await send('/oauth/revoke')).status, 200)
  assertSame('introspect after', (await send('/oauth/introspect')).body, { active: false })
  assertRefused(await asToken('/api/v3/session_info', fresh.access_token), 401)
}

async function revoke(target: Target): Promise<void> {
  const { call, rows } = target
  const { app, tokens } = await install(target, 'Revoked')
  const installs = await rows('/oauth/installs')
  const found = installs.find((row) => JSON.stringify(row).includes(String(app.client_id)))
  assertThat(found !== undefined, `/oauth/installs has no install of ${app.client_id}`)
  const path = `/oauth/installs/${found.id}`
  const narrowed = await call('PATCH', path, { body: { scopes: ['posts:read'] } })
  assertSame('PATCH', [narrowed.status, thingOf(narrowed.body).scopes], [200, ['posts:read']])
  assertSame('DELETE', (await call('DELETE', path)).status, 200)
  const headers = bearer(tokens.access_token)
  assertRefused(await call('GET', '/api/v3/session_info', { as: 'nobody', headers }), 401)
}

async function rotateWebhook(target: Target): Promise<void> {
  const { call, things } = target
  const { client_id, webhook_secret } = await make(target, APPS, {
    ...metadataOf(target, 'Hooked'),
    declared_scopes: ['posts:read', 'webhooks:manage'],
    webhook_url: `https://${things.mark}.invalid/hook`,
    subscribed_webhook_events: ['post_created'],
  })
  assertThat(/^whsec_/.test(String(webhook_secret)), 'webhook_secret has another form than whsec_…')
  const path = `${APPS}/${client_id}`
  assertThat(
    !(await call('GET', path)).text.includes(String(webhook_secret)),
    'GET of the app has the secret',
  )
  const { status, body } = await call('POST', `${path}/rotate_webhook_secret`, { body: {} })
  assertSame('rotate_webhook_secret', status, 200)
  assertThat(body.webhook_secret !== webhook_secret, 'rotate_webhook_secret returns the same secret')
}

async function suspend(target: Target): Promise<void> {
  const { things, call } = target
  const { app, tokens } = await install(target, 'Suspended')
  const path = `${APPS}/${app.client_id}`
  const installs = await call('GET', `${path}/installs`)
  assertSame('installs', installs.status, 200)
  assertSame('suspend', (await call('POST', `${path}/suspend`, { body: {} })).status, 200)
  const answer = await call('GET', '/api/v3/session_info', {
    as: 'nobody',
    headers: bearer(tokens.access_token),
  })
  assertRefused(answer, 401)
  assertSame('resume', (await call('POST', `${path}/resume`, { body: {} })).status, 200)
  assertSame('DELETE', (await call('DELETE', path)).status, 200)
  things.forget(path)
  assertRefused(await call('GET', path), [400, 404], 'invalid_client', 'not_found')
}
