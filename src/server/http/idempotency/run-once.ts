import { asBulk } from '../../../db/deadline.ts'
import { inShare } from '../../../db/sharing/connection-share.ts'
import { inTransactionWithSavepoints } from '../../../db/transaction.ts'
import type { Services } from '../../../graphql/context.ts'
import { AppError } from '../../../lib/errors.ts'
import {
  responseId,
  findResponseOrReserve,
  findStoredResponse,
  storeResponse,
} from '../../../modules/idempotency/stored-responses.ts'
import type { Permissions } from './permissions.ts'
import { openResponse, sealResponse } from '../../../modules/idempotency/seal-response.ts'

/** Maximum number of characters of a stored response. */
const MAX_CHARACTERS = 4_000_000

/** A request with an idempotency key. */
type KeyedRequest = {
  /** Credential to which the key belongs. */
  credential: string
  key: string
  /** SHA-256 of the request. */
  fingerprint: Buffer
  organizationId: number
  /** Whether the work is bulk work, whose concurrency is limited. */
  isBulk: boolean
  /** Permissions of the caller, which are stored with the response. */
  permissions: Permissions
  /** Throws if the caller may not read a response that a caller with other permissions has received. */
  assertAllowed: (before: Permissions) => void
}

/** The text of a response, and whether it was stored by an earlier request. */
type OnceResult = { text: string; isReplayed: boolean }

/**
 * Runs `work` once for each key of a credential, and returns its response. `work` receives services whose database is
 * a transaction. Its response is stored in this transaction: either both are committed or none. If `work` throws,
 * everything is rolled back and the key remains unused.
 * @throws AppError CONFLICT while the key is in use, UNPROCESSABLE for a key of another request or a response that
 * is too large, UNAVAILABLE for a response that cannot be decrypted
 */
export function runOnce(
  services: Services,
  request: KeyedRequest,
  work: (own: Services) => Promise<string>,
): Promise<OnceResult> {
  const { organizationId, isBulk } = request
  const run = () => runReserved(services, request, work)
  return inShare(organizationId, () =>
    isBulk ? services.bulk.run(organizationId, () => asBulk(run)) : run(),
  )
}

function runReserved(
  services: Services,
  { credential, key, fingerprint, permissions, assertAllowed }: KeyedRequest,
  work: (own: Services) => Promise<string>,
): Promise<OnceResult> {
  const { db, keys } = services
  const row = { key, id: responseId(credential, key) }
  return inTransactionWithSavepoints(db, async (tx) => {
    const stored = await findResponseOrReserve(tx, row.id)
    if (stored) {
      const [before, text] = parted(openResponse(keys, row, stored.response))
      assertAllowed(before)
      if (!stored.fingerprint.equals(fingerprint)) throw otherRequest()
      return { text, isReplayed: true }
    }
    const text = await work({ ...services, db: tx, bulk: { run: (_key, admitted) => admitted() } })
    if (text.length > MAX_CHARACTERS) throw tooLarge()
    const response = sealResponse(keys, row, `${JSON.stringify(permissions)}\n${text}`)
    await storeResponse(tx, row.id, { fingerprint, response })
    return { text, isReplayed: false }
  })
}

/** Returns the stored response of a request. Null if none is stored, also while the first one runs. */
export async function findOnce(
  { db, keys }: Services,
  { credential, key, fingerprint, assertAllowed }: KeyedRequest,
): Promise<string | null> {
  const row = { key, id: responseId(credential, key) }
  const stored = await findStoredResponse(db, row.id)
  if (!stored?.fingerprint.equals(fingerprint)) return null
  const [before, text] = parted(openResponse(keys, row, stored.response))
  assertAllowed(before)
  return text
}

/** Returns the permissions and the text of a stored response. */
function parted(stored: string): [Permissions, string] {
  const end = stored.indexOf('\n')
  return [JSON.parse(stored.slice(0, end)) as Permissions, stored.slice(end + 1)]
}

const otherRequest = () =>
  new AppError('UNPROCESSABLE', 'The Idempotency-Key belongs to a request with another URL or body')

const tooLarge = () =>
  new AppError(
    'UNPROCESSABLE',
    `The response has more than ${MAX_CHARACTERS} characters, which are not stored for an Idempotency-Key. Nothing was changed`,
  )
