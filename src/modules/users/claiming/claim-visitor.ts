import type { Db } from '../../../db/database.ts'
import { asBulk } from '../../../db/deadline.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { FairQueue } from '../../../lib/concurrency/fair-queue.ts'
import { AppError } from '../../../lib/errors.ts'
import { claimPerson } from './claim-person.ts'

type Claiming = { db: Db; bulk: Pick<FairQueue, 'run'> }

/**
 * Gives the contributions of a visitor to the person who signed in with the same browser, as `claimPerson`. Two
 * requests at once are one.
 */
export async function claimVisitor(
  { db, bulk }: Claiming,
  organizationId: number,
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<void> {
  const claim = { fromId, intoId, actorId: intoId }
  try {
    await bulk.run(organizationId, () =>
      asBulk(() => inTransaction(db, (tx) => claimPerson(tx, organizationId, claim))),
    )
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error
  }
}
