import type { Caller } from '../../auth/caller.ts'

/**
 * Returns the name of the credential whose idempotency keys a request uses. It survives the renewal of a
 * credential: that of an OAuth token is its install, and that of a session or an SSO token its person. An API key
 * with a person differs from the key alone. Null without a credential.
 */
export function credentialOf(caller: Caller): string | null {
  const { install, authority, authenticated, actorId, credential } = caller
  if (install) return `install:${install.id}`
  return authority === 'key' && authenticated ? `${credential}/user:${actorId}` : credential
}
