/** Scopes with which a client starts: reading, without people and voters. */
export const READING = ['posts:read', 'comments:read', 'tags:read', 'roadmap:read', 'changelog:read']

type Challenge = {
  publicUrl: string
  scopes: readonly string[]
  error?: 'invalid_token' | 'insufficient_scope'
}

/**
 * Returns the challenge of a refused request: why, which scopes it needs, and where the metadata of the endpoint are
 * (RFC 6750 section 3, RFC 9728 section 5.1).
 */
export function challengeOf({ publicUrl, scopes, error }: Challenge): string {
  const parts = [
    ...(error ? [`error="${error}"`] : []),
    `scope="${scopes.join(' ')}"`,
    `resource_metadata="${metadataUrl(publicUrl)}"`,
  ]
  return `Bearer ${parts.join(', ')}`
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/**
 * Returns the URL of the metadata of the endpoint: the path of the resource follows the name (RFC 9728 section
 * 3.1).
 */
function metadataUrl(publicUrl: string): string {
  const { origin, pathname } = new URL(`${publicUrl}/mcp`)
  return origin + WELL_KNOWN + pathname
}

/**
 * Returns the paths at which clients look for the metadata. A proxy may pass on the one with the path of the
 * server.
 */
export function metadataPaths(publicUrl: string): string[] {
  const base = new URL(`${publicUrl}/`).pathname.replace(/\/$/, '')
  return ['', '/mcp', base, `${base}/mcp`].map((end) => WELL_KNOWN + end)
}

/** Returns the metadata of the endpoint as a protected resource (RFC 9728 section 2). */
export const metadataOf = (publicUrl: string) => ({
  resource: `${publicUrl}/mcp`,
  resource_name: 'Echolog',
  authorization_servers: [publicUrl],
  scopes_supported: READING,
  bearer_methods_supported: ['header'],
})
