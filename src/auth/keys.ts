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
  /** Signs entity tags. */
  readonly tags: Buffer
  /** Signs the addresses of previews. */
  readonly previews: Buffer
  /** Signs the addresses of downloads. */
  readonly downloads: Buffer
  /** Derives the pseudonyms of people in exports. */
  readonly pseudonyms: Buffer
  /** Hash the codes of mails that sign in. The first one is the current one. */
  readonly signInCodes: readonly [Buffer, ...Buffer[]]
  /** Sign the tags of envelopes. The first one is the current one. */
  readonly envelopes: readonly [Buffer, ...Buffer[]]
  /** Hash addresses without a mailbox. The first one is the current one. */
  readonly suppressions: readonly [Buffer, ...Buffer[]]
  /** Keys from which those of stored responses derive. The first one encrypts, all of them decrypt. */
  readonly responses: readonly [Buffer, ...Buffer[]]
}

/**
 * Derives the same keys from the same secret in every process. Derives them again when a source returns other
 * secrets.
 */
export function deriveKeys(secret: Buffer | SecretKeySource): Keys {
  const { last, refresh, current } = followSecrets(Buffer.isBuffer(secret) ? fixedKeys([secret]) : secret)
  const encryption = {
    get keys() {
      return last().encryption
    },
    refresh,
  }
  const names = Object.keys(last()).filter((name) => name !== 'encryption') as (keyof Keys)[]
  const keys = { encryption }
  for (const name of names)
    Object.defineProperty(keys, name, { enumerable: true, get: () => current()[name] })
  return keys as Keys
}

/** Returns the keys derived last, and derives them again when the source returns other secrets. */
function followSecrets(source: SecretKeySource) {
  let secrets = source.read()
  let derived = deriveAll(secrets)
  const refresh = () => {
    const read = source.read()
    if (read === secrets) return false
    secrets = read
    derived = deriveAll(read)
    return true
  }
  const last = () => derived
  return {
    last,
    refresh,
    current: () => {
      refresh()
      return derived
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
    tags: derive(current, 'entity tags'),
    previews: derive(current, 'addresses of previews'),
    downloads: derive(current, 'addresses of downloads'),
    pseudonyms: derive(current, 'pseudonyms of people'),
    signInCodes: [signInCodeKey(current), ...before.map(signInCodeKey)] as Keys['signInCodes'],
    envelopes: [envelopeKey(current), ...before.map(envelopeKey)] as Keys['envelopes'],
    suppressions: [suppressionKey(current), ...before.map(suppressionKey)] as Keys['suppressions'],
    responses: [responseKey(current), ...before.map(responseKey)] as Keys['responses'],
  }
}

const sessionKey = (secret: Buffer) => derive(secret, 'session token')
const signInCodeKey = (secret: Buffer) => derive(secret, 'codes of mails that sign in')
const envelopeKey = (secret: Buffer) => derive(secret, 'tags of envelopes')
const suppressionKey = (secret: Buffer) => derive(secret, 'addresses without a mailbox')
const responseKey = (secret: Buffer) => derive(secret, 'stored responses')
const keyAtRest = (secret: Buffer) => keyWithId(derive(secret, 'encryption at rest'))
const derive = (secret: Buffer, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'echolog', purpose, 32))
