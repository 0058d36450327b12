import { hkdfSync } from 'node:crypto'
import { keyWithId, type Keyring } from '../lib/crypto/encryption.ts'

/** The server's current secret, followed by former ones. */
export type SecretKeys = readonly [Buffer, ...Buffer[]]

/** Source of the secrets. */
export type SecretKeySource = {
  /** Returns the current secrets. The same list until they change. */
  read(): SecretKeys
}

/** Keys derived from SECRET_KEY and its predecessor, one of 32 bytes per purpose (HKDF, RFC 5869). */
export type Keys = {
  /** Signs session tokens. */
  readonly session: Buffer
  /** Verify session tokens. A token signed before a rotation is valid until it expires. */
  readonly sessions: readonly Buffer[]
  /** Encrypts stored secrets. */
  readonly encryption: Keyring
  /** Hashes the subjects of failed attempts. */
  readonly throttle: Buffer
}

/**
 * Derives the same keys from the same secret in every process. Derives them again when a source returns other
 * secrets.
 */
export function deriveKeys(secret: Buffer | SecretKeySource): Keys {
  const source = Buffer.isBuffer(secret) ? fixedKeys([secret]) : secret
  let secrets = source.read()
  let derived = deriveAll(secrets)
  const refresh = () => {
    const present = source.read()
    if (present === secrets) return false
    secrets = present
    derived = deriveAll(present)
    return true
  }
  return {
    get session() {
      refresh()
      return derived.session
    },
    get sessions() {
      refresh()
      return derived.sessions
    },
    get throttle() {
      refresh()
      return derived.throttle
    },
    encryption: {
      get keys() {
        return derived.encryption
      },
      refresh,
    },
  }
}

/** Returns a source of keys that do not change while the process runs. */
export function fixedKeys(keys: SecretKeys): SecretKeySource {
  return { read: () => keys }
}

function deriveAll([current, ...before]: SecretKeys) {
  const session = sessionKey(current)
  return {
    session,
    sessions: [session, ...before.map(sessionKey)],
    encryption: [keyAtRest(current), ...before.map(keyAtRest)] as Keyring['keys'],
    throttle: derive(current, 'keys of throttles'),
  }
}

const sessionKey = (secret: Buffer) => derive(secret, 'session token')
const keyAtRest = (secret: Buffer) => keyWithId(derive(secret, 'encryption at rest'))
const derive = (secret: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'echolog', purpose, 32))
