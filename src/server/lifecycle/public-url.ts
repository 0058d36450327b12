import type { Site } from '../../auth/session-token.ts'
import type { Config } from '../../config.ts'

/**
 * Returns the URL of the configured server, the issuer of its session tokens: PUBLIC_URL, else
 * `http://HOST:PORT`.
 */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/**
 * Creates the site of a server that will listen. `listensAt` sets the URL of the listening socket, which is the
 * public URL unless one is configured. Reading the public URL before throws an error.
 */
export function createSite(publicUrl: string | null): { site: Site; listensAt: (url: string) => void } {
  let current = publicUrl
  const site: Site = {
    get publicUrl() {
      if (current === null) throw new Error('The public URL is unknown before the server listens')
      return current
    },
    pinned: publicUrl !== null,
  }
  return { site, listensAt: (url) => void (current ??= url) }
}
