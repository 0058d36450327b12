import type { Db } from '../../../db/database.ts'
import type { ActorMode, OAuthResource } from '../../../db/generated/tables.ts'
import type { AppRow } from '../apps/find-app.ts'
import { requestedChallenge } from '../pkce.ts'
import { requestedResource } from '../resource.ts'
import { assertRedirectUri } from './assert-redirect-uri.ts'
import { resolveActor } from './resolve-actor.ts'
import { resolveScopes } from './resolve-scopes.ts'
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

/** A validated authorization request. */
export type CheckedRequest = {
  app: AppRow
  redirectUri: string
  scopes: string[]
  actor: ActorMode
  codeChallenge: string | null
  resource: OAuthResource
}

/**
 * Validates an authorization request, the client and its redirect URI first.
 * @throws AppError with `invalid_client`, `access_denied` (suspended), `invalid_redirect_uri`,
 * `invalid_request`, `invalid_scope` or `invalid_target`
 */
export async function checkAuthorizationRequest(
  db: Db,
  request: AuthorizationRequest,
  publicUrl: string,
): Promise<CheckedRequest> {
  const { redirectUri } = request
  const app = await findClient(db, request.clientId)
  assertRedirectUri(app, redirectUri)
  const actor = resolveActor(app, request.actorMode)
  const scopes = resolveScopes(app, request.scope)
  const codeChallenge = requestedChallenge(request.codeChallenge, request.codeChallengeMethod)
  const resource = requestedResource(request.resource, publicUrl) ?? 'api'
  return { app, redirectUri, scopes, actor, codeChallenge, resource }
}
