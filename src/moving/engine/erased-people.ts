import { sql } from 'kysely'
import type { PersonRecord } from '../records.ts'
import {
  erasedPeople,
  readErasureHashes,
  type ErasureHashes,
  type ExternalReference,
} from '../people/erased-people.ts'
import type { EngineContext } from './context.ts'
import type { Step } from './step.ts'

/** Erased people of an organization: the hashes that recognize them, and the ids of their anonymous rows. */
export type Erasure = { hashes: ErasureHashes; people: ReadonlySet<number> }

/** First characters of the keys in `external_refs` that are hashes of external ids. */
export const ERASED = 'erased:'

/**
 * Returns the erased people of an organization. Null if there are none.
 * @throws UnknownKeyError when this process lacks the key of the server that encrypts the key of the hashes
 */
export async function readErasure(
  { db, keyring }: EngineContext,
  organizationId: number,
): Promise<Erasure | null> {
  const hashes = await readErasureHashes(db, keyring, organizationId)
  if (!hashes) return null
  const { rows } = await sql<{ userId: number }>`select distinct user_id from erased_people
    where organization_id = ${organizationId}`.execute(db)
  return { hashes, people: new Set(rows.map(({ userId }) => userId)) }
}

/** Key of an external id that leads to an erased person. The id itself may be an address. */
export const erasedKey = ({ hashes }: Erasure, reference: ExternalReference): string =>
  ERASED + hashes.ofReference(reference).toString('hex')

/** Returns the anonymous rows of erased people by external id. They are found by the e-mail address and by the id. */
export async function findErased(
  { db, session: { organizationId, sourceName, erasure } }: Step,
  records: readonly PersonRecord[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  if (!erasure || records.length === 0) return found
  const hashed = records.map(({ externalId, email }) => ({
    externalId,
    hashes: [
      erasure.hashes.ofReference({ sourceName, externalId }),
      ...(email === undefined ? [] : [erasure.hashes.ofEmail(email)]),
    ],
  }))
  const people = await erasedPeople(
    db,
    organizationId,
    hashed.flatMap(({ hashes }) => hashes),
  )
  for (const { externalId, hashes } of hashed)
    for (const hash of hashes) {
      const id = people.get(hash.toString('hex'))
      if (id !== undefined && !found.has(externalId)) found.set(externalId, id)
    }
  return found
}
