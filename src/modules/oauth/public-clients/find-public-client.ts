import type { ClientDocuments } from '../../../auth/client-documents.ts'
import type { Keys } from '../../../auth/keys.ts'
import type { Db } from '../../../db/database.ts'
import { unknownClient } from '../errors.ts'
import { kindOf } from './client-kind.ts'
import { unsealClient } from './dynamic-client.ts'
import { publicClient, type PublicClient } from './public-client.ts'
import { readMetadataClient } from './read-metadata-client.ts'

type Services = {
  db: Db
  keys: Pick<Keys, 'encryption'>
  clientDocuments: ClientDocuments
  /** Address of the request. */
  address: string
}

/**
 * Returns the public client of an authorization request, from its client id or metadata document. Null if the client id
 * is that of a registered app. Call it outside transactions, because it may send a request.
 * @throws AppError with `invalid_client` for an unknown one, and as `readMetadataClient`
 */
export async function findPublicClient(
  { db, keys, clientDocuments, address }: Services,
  clientId: string,
): Promise<PublicClient | null> {
  const kind = kindOf(clientId)
  if (kind === 'registered') return null
  if (kind === 'metadata') return readMetadataClient(clientDocuments, clientId, address)
  const claims = await unsealClient({ db, encryption: keys.encryption }, clientId)
  if (!claims) throw unknownClient()
  return publicClient(kind, clientId, claims)
}
