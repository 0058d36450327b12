import type { Transaction } from '../../db/database.ts'
import { notFound } from '../../lib/errors.ts'

/** Locks a roadmap until the transaction ends and returns its row. @throws AppError NOT_FOUND */
export async function lockRoadmap(tx: Transaction, organizationId: number, id: number) {
  const roadmap = await tx
    .selectFrom('roadmaps')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!roadmap) throw notFound('Roadmap')
  return roadmap
}
