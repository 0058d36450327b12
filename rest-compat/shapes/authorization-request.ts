import type { components } from '../../openapi/types.ts'
import { upperCase } from './upper-case.ts'

/** Parameters that the consent page and the consent have in common. */
type Parameters = {
  client_id: string
  redirect_uri: string
  scope?: string
  actor?: components['schemas']['ActorMode']
  state?: string
  code_challenge?: string
  code_challenge_method?: string
  resource?: string
}

/** Converts an authorization request to GraphQL input. */
export function toAuthorizationRequest(input: Parameters) {
  return {
    clientId: input.client_id,
    redirectUri: input.redirect_uri,
    scope: input.scope,
    actorMode: input.actor && upperCase(input.actor),
    state: input.state,
    codeChallenge: input.code_challenge,
    codeChallengeMethod: toMethod(input),
    resource: input.resource,
  }
}

/**
 * Returns the code challenge method. An unsupported one counts as none, which a code challenge requires. Without
 * a code challenge, every method is refused as such.
 */
function toMethod({ code_challenge, code_challenge_method }: Parameters): 'S256' | undefined {
  if (code_challenge_method === undefined) return undefined
  return code_challenge === undefined || code_challenge_method === 'S256' ? 'S256' : undefined
}
