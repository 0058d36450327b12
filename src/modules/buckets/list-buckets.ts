import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/lists/keyset.ts'

/**
 * Returns one page of an organization's buckets in order.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listBuckets(
  db: Db,
  organizationId: number,
  { privateOnes, page }: { privateOnes: boolean; page: PageRequest },
) {
  return readPage(
    db,
    db
      .selectFrom('buckets')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .$if(!privateOnes, (query) => query.where('private', '=', false)),
    [
      { column: 'buckets.position', descending: false, type: 'int', value: ({ position }) => position },
      { column: 'buckets.id', descending: false, type: 'int', value: ({ id }) => id },
    ],
    page,
  )
}
