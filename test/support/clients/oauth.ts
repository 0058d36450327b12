import type { Answer, TestApp } from '../app.ts'
import type { Headers, Tenant } from '../fixtures/scenario.ts'

/** An app's fields and credentials, as its developer has them. */
export type ClientApp = {
  client_id: string
  client_secret: string
  webhook_secret: string | null
  redirect_uri: string
  owner: Tenant
}

export type Tokens = {
  access_token: string
  refresh_token: string
  token_type: string
  expires_in: number
  scope: string
}

export const REDIRECT_URI = 'https://app.example/callback'

/** Registers an app. By default it may read and write posts, as both actors. */
export async function registerApp(app: TestApp, owner: Tenant, fields: object = {}): Promise<ClientApp> {
  const metadata = {
    name: 'Bridge',
    redirect_uris: [REDIRECT_URI],
    allowed_actor_modes: ['app', 'self'],
    declared_scopes: ['posts:read', 'posts:write'],
    ...fields,
  }
  const { status, body, text } = await app.call('POST', '/oauth/apps', {
    headers: owner.admin.session,
    body: metadata,
  })
  if (status !== 201) throw new Error(`not registered: ${text}`)
  const { client_id, client_secret, webhook_secret = null } = body
  return { client_id, client_secret, webhook_secret, owner, redirect_uri: metadata.redirect_uris[0] ?? '' }
}

/** Requests what a consent page shows. */
export function authorize(
  app: TestApp,
  headers: Headers,
  client: ClientApp,
  parameters: Record<string, string> = {},
): Promise<Answer> {
  const { client_id, redirect_uri } = client
  const query = new URLSearchParams({ client_id, redirect_uri, ...parameters })
  return app.call('GET', `/oauth/authorize?${query.toString()}`, { headers })
}

/** Consents as the target's admin, unless `headers` authenticate another person. */
export function consent(
  app: TestApp,
  client: ClientApp,
  target: Tenant,
  fields: object = {},
  headers: Headers = target.admin.session,
): Promise<Answer> {
  const { client_id, redirect_uri } = client
  const body = { client_id, redirect_uri, target_organization_id: target.organization.id, ...fields }
  return app.call('POST', '/oauth/authorize/consent', { headers, body })
}

/** Returns a code. Consent must succeed. */
export async function newCode(
  app: TestApp,
  client: ClientApp,
  target: Tenant,
  fields: object = {},
  headers?: Headers,
): Promise<string> {
  const { body, text } = await consent(app, client, target, fields, headers)
  const code = body.redirect_to && new URL(body.redirect_to as string).searchParams.get('code')
  if (typeof code !== 'string') throw new Error(`no code: ${text}`)
  return code
}

/** Sends a code to the token endpoint, as JSON with the secret in the body. */
export function exchange(
  app: TestApp,
  client: ClientApp,
  code: string,
  fields: object = {},
): Promise<Answer<Tokens>> {
  const { client_id, client_secret, redirect_uri } = client
  const body = {
    grant_type: 'authorization_code',
    client_id,
    client_secret,
    redirect_uri,
    code,
    ...fields,
  }
  return app.call('POST', '/oauth/token', { body })
}

/** Sends a refresh token to the token endpoint. */
export function refresh(
  app: TestApp,
  { client_id, client_secret }: ClientApp,
  refresh_token: string,
  fields: object = {},
): Promise<Answer<Tokens>> {
  const body = { grant_type: 'refresh_token', client_id, client_secret, refresh_token, ...fields }
  return app.call('POST', '/oauth/token', { body })
}

/** Installs an app by consent and exchange, both of which must succeed. */
export async function install(
  app: TestApp,
  client: ClientApp,
  target: Tenant,
  fields: object = {},
): Promise<Tokens> {
  const { status, body, text } = await exchange(app, client, await newCode(app, client, target, fields))
  if (status !== 200) throw new Error(`not installed: ${text}`)
  return body
}

/** Sends a token to `/oauth/revoke` or `/oauth/introspect`. */
export function aboutToken(
  app: TestApp,
  what: 'revoke' | 'introspect',
  { client_id, client_secret }: ClientApp,
  token: string,
): Promise<Answer> {
  return app.call('POST', `/oauth/${what}`, { body: { client_id, client_secret, token } })
}

/** The header of an access token. */
export const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` })

/** Whether an access token authenticates at the API. */
export async function opens(app: TestApp, token: string): Promise<boolean> {
  const { status } = await app.call('GET', '/api/v3/feature_requests', { headers: bearer(token) })
  return status === 200
}

/** Number of rows in a table. */
export async function countOf({ database }: TestApp, table: string): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(`select count(*) from "${table}"`)
  return rows[0]?.count ?? 0
}

/**
 * Moves the timestamps of all codes and tokens back by `seconds`. Codes and tokens expire by the database's
 * clock.
 */
export async function letPass({ database, services }: TestApp, seconds: number): Promise<void> {
  const ago = (column: string) => `${column} = ${column} - make_interval(secs => $1)`
  const columns = (...names: string[]) => names.map(ago).join(', ')
  const codes = columns('created_at', 'expires_at', 'used_at')
  await database.pool.query(`update oauth_codes set ${codes}`, [seconds])
  const tokens = columns('created_at', 'access_expires_at', 'rotated_at', 'replacement_until', 'revoked_at')
  await database.pool.query(`update oauth_tokens set ${tokens}`, [seconds])
  services.accessTokens.clear()
}
