import type { Db } from '../../db/database.ts'
import { inTransaction, isDuplicate } from '../../db/transaction.ts'
import { sha256 } from '../../lib/crypto/secret.ts'
import { now } from '../../lib/time/clock.ts'
import { findVisitor, type VisitorRecord } from './find-visitor.ts'

const NAME = 'Anonymous'

/**
 * Creates the person of a visitor with a new token, of which the hash is stored. They have no e-mail address and are no
 * customer. Two requests at once with one token get one person.
 */
export async function createVisitor(db: Db, organizationId: number, token: string): Promise<VisitorRecord> {
  try {
    return await insertVisitor(db, organizationId, token)
  } catch (error) {
    const existing = isDuplicate(error) ? await findVisitor(db, organizationId, token) : null
    if (existing) return existing
    throw error
  }
}

function insertVisitor(db: Db, organizationId: number, token: string): Promise<VisitorRecord> {
  return inTransaction(db, async (tx) => {
    const at = now()
    const person = await tx
      .insertInto('users')
      .values({ organizationId, name: NAME, labels: [], createdAt: at, updatedAt: at })
      .returning(['id', 'blocked'])
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('visitors')
      .values({ organizationId, tokenHash: sha256(token), userId: person.id, createdAt: at })
      .execute()
    return person
  })
}
