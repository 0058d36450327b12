import { inShare } from '../../db/sharing/connection-share.ts'
import type { Context } from '../context.ts'

/**
 * Runs an operation with the connections of its organization. A query reads nothing more once it is answered,
 * rejected or abandoned by its client. An operation inside of a transaction uses its connection only.
 */
export async function runOperation<Result>(
  { db, organizationId, budget }: Pick<Context, 'db' | 'organizationId' | 'budget'>,
  isQuery: boolean,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work()
  if (!isQuery) return inShare(organizationId, work)
  try {
    return await inShare(organizationId, work, budget)
  } finally {
    budget.cancel()
  }
}
