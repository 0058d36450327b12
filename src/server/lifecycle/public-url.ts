import type { Config } from '../../config.ts'

/**
 * Returns the URL of the configured server, the issuer of its session tokens: PUBLIC_URL, else
 * `http://HOST:PORT`.
 */
export function publicUrlOf({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
