import { readDatabaseTime } from '../../../db/time.ts'
import type { Db } from '../../../db/database.ts'
import { decrypt, encrypt, type Keyring } from '../../../lib/crypto/encryption.ts'
import { DYNAMIC_PREFIX } from './client-kind.ts'
import type { ClientClaims } from './public-client.ts'

/** Validity of a client id in milliseconds. */
const LIFETIME_MS = 365 * 24 * 3600 * 1000
const LOCATION = 'client id of a dynamic registration'

type Sealed = ClientClaims & { /** Time of the database in milliseconds. */ at: number }

/** Returns the client id that contains the claims of a client, encrypted under the server's key. */
export const sealClient = (encryption: Keyring, { name, redirectUris, at }: Sealed): string =>
  DYNAMIC_PREFIX +
  encrypt(encryption, JSON.stringify([name, redirectUris, at]), LOCATION).toString('base64url')

/**
 * Returns the claims in a client id. Null for one that this server has not sealed, whose key is lost, or that is older
 * than a year by the database's clock.
 */
export async function unsealClient(
  { db, encryption }: { db: Db; encryption: Keyring },
  clientId: string,
): Promise<ClientClaims | null> {
  const sealed = open(encryption, clientId)
  if (!sealed) return null
  const { at, ...claims } = sealed
  return (await readDatabaseTime(db)).getTime() - at < LIFETIME_MS ? claims : null
}

function open(encryption: Keyring, clientId: string): Sealed | null {
  const text = clientId.slice(DYNAMIC_PREFIX.length)
  const box = Buffer.from(text, 'base64url')
  // Other texts of the same bytes would be other client ids.
  if (box.toString('base64url') !== text) return null
  try {
    const [name, redirectUris, at] = JSON.parse(decrypt(encryption, box, LOCATION)) as [
      string,
      string[],
      number,
    ]
    return { name, redirectUris, at }
  } catch {
    return null
  }
}
