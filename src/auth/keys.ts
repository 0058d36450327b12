import { hkdfSync } from 'node:crypto'
import { keyWithId, type Keyring } from '../lib/encryption.ts'

/** The server's secret and those it had before, the current one first. */
export type SecretKeys = readonly [Buffer, ...Buffer[]]

/** Where they come from. */
export type SecretKeySource = {
  /** The keys as they are now; the same list as long as nothing has changed. */
  read(): SecretKeys
}

/** What this server derives from SECRET_KEY and the one before it, one key per purpose (HKDF, RFC 5869), 32 bytes each. */
export type Keys = {
  /** Signs session tokens. */
  readonly session: Buffer
  /** Any of them verifies a session token: one that was signed before a rotation lasts until it expires. */
  readonly sessions: readonly Buffer[]
  /** Encrypts what is stored. */
  readonly encryption: Keyring
  /** Hides the names that failed attempts are counted under. */
  readonly throttle: Buffer
}

/** Derives the same keys from the same secret on every process; from a source, again whenever it has other secrets. */
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

/** Keys that do not change while the process runs. */
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
