import { assertSame, assertThat } from './check.ts'
import type { Answer, Body } from './client.ts'
import { assertRefused } from './refusals.ts'
import type { Target } from './target.ts'
import { make } from './things.ts'

const APPS = '/oauth/apps'
const REDIRECT_URI = 'https://app.example/callback?from=conformance'

/** Metadata of an app that reads posts and tags. */
export const metadataOf = ({ things }: Target, name: string) => ({
  name: things.name(name),
  redirect_uris: [REDIRECT_URI],
  allowed_actor_modes: ['app', 'self'],
  declared_scopes: ['posts:read', 'tags:read'],
})

/** An app that a person of the organization has consented to, with the first tokens. */
export async function install(target: Target, name: string): Promise<{ app: Body; tokens: Body }> {
  const { call, organization } = target
  const app = await make(target, APPS, metadataOf(target, name))
  const { client_id } = app
  const query = { client_id, redirect_uri: REDIRECT_URI, scope: 'posts:read', state: 'state & more' }
  const asked = await call('GET', '/oauth/authorize', { as: 'user', query })
  const names = ((asked.body?.requested_scopes ?? []) as Body[]).map((scope) => scope.name as string)
  assertSame('requested_scopes', names, ['posts:read'])
  const { id: target_organization_id } = await organization()
  const consented = await call('POST', '/oauth/authorize/consent', {
    as: 'user',
    body: { ...query, target_organization_id },
  })
  assertSame('consent', consented.status, 200)
  const { searchParams } = new URL(String(consented.body.redirect_to))
  const back = [searchParams.get('from'), searchParams.get('state')]
  assertSame('parameters of redirect_to', back, ['conformance', 'state & more'])
  assertThat(searchParams.get('iss') !== null, 'redirect_to has no iss (RFC 9207)')
  const grant = { grant_type: 'authorization_code', code: searchParams.get('code') }
  const mismatched = { ...grant, redirect_uri: 'https://app.example/other' }
  assertRefused(await exchange(target, app, mismatched), 400, 'invalid_grant')
  const { status, body } = await exchange(target, app, { ...grant, redirect_uri: REDIRECT_URI })
  assertSame('tokens', [status, body.token_type, body.scope], [200, 'Bearer', 'posts:read'])
  assertSame('expires_in', body.expires_in, 86_400)
  return { app, tokens: body }
}

/** Sends a grant of an app to the token endpoint. */
export const exchange = (
  { call }: Target,
  { client_id, client_secret }: Body,
  fields: object,
): Promise<Answer> =>
  call('POST', '/oauth/token', { as: 'nobody', body: { client_id, client_secret, ...fields } })

/** Headers of an access token. */
export const bearer = (token: unknown) => ({ Authorization: `Bearer ${String(token)}` })
