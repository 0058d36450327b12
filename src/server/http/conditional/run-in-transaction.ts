import type { Caller } from '../../../auth/caller.ts'
import { inShare } from '../../../db/sharing/connection-share.ts'
import { inTransaction } from '../../../db/transaction.ts'
import type { Services } from '../../../graphql/context.ts'
import type { RunStored } from '../../../graphql/execution/run-stored.ts'
import { lockObject } from './lock-object.ts'

/** Stored documents and locks of one transaction. */
type Within = { execute: RunStored; lock: (object: string, id: number) => Promise<void> }

/** Creates the function that runs several stored documents in one transaction of the caller's organization. */
export function createTransactions(services: Services, run: RunStored) {
  return <T>({ organizationId }: Caller, work: (transaction: Within) => Promise<T>): Promise<T> => {
    const owner = organizationId ?? 0
    return inShare(owner, () =>
      inTransaction(services.db, (tx) =>
        work({
          execute: (document, variables, caller, request) =>
            run(document, variables, caller, request, { ...services, db: tx }),
          lock: (object, id) => lockObject(tx, owner, { object, id }),
        }),
      ),
    )
  }
}
