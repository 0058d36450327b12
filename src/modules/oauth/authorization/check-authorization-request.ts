import type { Db } from '../../../db/database.ts'
import type { ActorMode, OAuthResource } from '../../../db/generated/tables.ts'
import type { AppRow } from '../apps/find-app.ts'
import { oauthParameterError } from '../errors.ts'
import { requestedChallenge } from '../pkce.ts'
import type { PublicClient } from '../public-clients/public-client.ts'
import { requestedResource } from '../resource.ts'
import { assertRedirectUri } from './assert-redirect-uri.ts'
import { resolveActor } from './resolve-actor.ts'
import { resolveAgentScopes, resolveScopes } from './resolve-scopes.ts'
import { findClient } from './find-client.ts'

/** An authorization request (operation `authorize`, RFC 6749 section 4.1.1, RFC 7636 section 4.3, RFC 8707). */
export type AuthorizationRequest = {
  clientId: string
  redirectUri: string
  /** Space-separated scopes. */
  scope?: string | null | undefined
  actorMode?: ActorMode | null | undefined
  codeChallenge?: string | null | undefined
  codeChallengeMethod?: string | null | undefined
  /** URL of the resource for which the app requests tokens. */
  resource?: string | null | undefined
}

/** A validated authorization request of a registered app or a public client. */
export type CheckedRequest = {
  app: AppRow | PublicClient
  redirectUri: string
  scopes: string[]
  actor: ActorMode
  codeChallenge: string | null
  resource: OAuthResource
}

/** The public URL, and the public client of the request, null for a registered app. */
export type CheckOptions = { publicUrl: string; publicClient: PublicClient | null }

/**
 * Validates an authorization request, the client and its redirect URI first. A public client needs a code challenge,
 * acts as the person by default, and by default requests tokens for `/mcp` (contract 5.10).
 * @throws AppError with `invalid_client`, `access_denied` (suspended), `invalid_redirect_uri`,
 * `invalid_request`, `invalid_scope` or `invalid_target`
 */
export async function checkAuthorizationRequest(
  db: Db,
  request: AuthorizationRequest,
  { publicUrl, publicClient }: CheckOptions,
): Promise<CheckedRequest> {
  const { redirectUri, actorMode } = request
  const app = publicClient ?? (await findClient(db, request.clientId))
  assertRedirectUri(app, redirectUri)
  const isPublic = app.kind !== 'registered'
  const actor = resolveActor(app, isPublic ? (actorMode ?? 'self') : actorMode)
  const scopes = isPublic ? resolveAgentScopes(request.scope) : resolveScopes(app, request.scope)
  const codeChallenge = requestedChallenge(request.codeChallenge, request.codeChallengeMethod)
  if (isPublic && codeChallenge === null)
    throw oauthParameterError('invalid_request', 'codeChallenge', 'is required of a public client')
  const resource = requestedResource(request.resource, publicUrl) ?? (isPublic ? 'mcp' : 'api')
  return { app, redirectUri, scopes, actor, codeChallenge, resource }
}
