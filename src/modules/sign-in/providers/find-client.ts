import { sealedLocation } from '../../../auth/sealed-columns.ts'
import type { Db } from '../../../db/database.ts'
import { databaseNow } from '../../../db/time.ts'
import { decrypt, type Keyring } from '../../../lib/crypto/encryption.ts'
import { notFound } from '../../../lib/errors.ts'
import type { OpenIdClient } from '../../../auth/openid/openid.ts'
import { SECRET } from './sign-in-provider-row.ts'

/** The client of a provider, and the database's time in milliseconds. */
type FoundClient = OpenIdClient & { at: number }

/** Returns the client of a provider of an organization. @throws AppError NOT_FOUND */
export async function findClient(
  db: Db,
  encryption: Keyring,
  { organizationId, id }: { organizationId: number; id: number },
): Promise<FoundClient> {
  const provider = await db
    .selectFrom('signInProviders')
    .select(['issuer', 'clientId', 'clientSecretCiphertext', databaseNow.as('at')])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!provider) throw notFound('Provider')
  const { issuer, clientId, clientSecretCiphertext: sealed, at } = provider
  const clientSecret = decrypt(encryption, sealed, sealedLocation(SECRET, organizationId, id))
  return { issuer, clientId, clientSecret, at: at.getTime() }
}
