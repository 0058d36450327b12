import type { Db } from '../../../db/database.ts'
import { readDatabaseTime } from '../../../db/time.ts'
import type { Keyring } from '../../../lib/crypto/encryption.ts'
import { checkName } from '../apps/check-app-metadata.ts'
import { oauthError, oauthFieldError } from '../errors.ts'
import { redirectUrisProblem } from './check-redirect-uris.ts'
import { sealClient } from './dynamic-client.ts'

/** Name of a client that sends none. */
const UNNAMED = 'Unnamed client'
const MAX_CLIENT_ID = 1536

type Registration = {
  name?: string | null | undefined
  redirectUris: readonly string[]
  applicationType?: string | null | undefined
}

/** A registered public client. */
export type RegisteredClient = { clientId: string; name: string; redirectUris: string[]; issuedAt: Date }

/**
 * Registers a public client (RFC 7591). Stores nothing: the client id contains the checked metadata, sealed under the
 * server's key, and is valid for a year.
 * @throws AppError with `invalid_redirect_uri`, or `invalid_client_metadata` also for more metadata than a client id
 * holds
 */
export async function registerClient(
  { db, encryption }: { db: Db; encryption: Keyring },
  { name: sent, redirectUris: uris, applicationType }: Registration,
): Promise<RegisteredClient> {
  const problem = redirectUrisProblem(uris, applicationType)
  if (problem) throw oauthFieldError('invalid_redirect_uri', 'redirectUris', problem)
  const redirectUris = [...new Set(uris)]
  const name = sent == null || sent.trim() === '' ? UNNAMED : checkName(sent)
  const issuedAt = await readDatabaseTime(db)
  const clientId = sealClient(encryption, { name, redirectUris, at: issuedAt.getTime() })
  if (clientId.length > MAX_CLIENT_ID)
    throw oauthError('invalid_client_metadata', 'The name and the redirect URIs are too long together')
  return { clientId, name, redirectUris, issuedAt }
}
