import { hkdfSync } from 'node:crypto'

/** The keys that this server derives from SECRET_KEY, one per purpose (HKDF, RFC 5869), 32 bytes each. */
export type Keys = { session: Buffer; encryption: Buffer; throttle: Buffer }

/** Derives the same keys from the same secret on every process. */
export function deriveKeys(secret: Buffer): Keys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'echolog', purpose, 32))
  return {
    session: derive('session token'),
    encryption: derive('encryption at rest'),
    throttle: derive('keys of throttles'),
  }
}
