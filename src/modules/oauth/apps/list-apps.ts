import type { Db } from '../../../db/database.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../../db/keyset.ts'
import type { AppRow } from './find-app.ts'

const NEWEST_FIRST: OrderColumn<AppRow>[] = [
  {
    column: 'created_at',
    descending: true,
    type: 'timestamptz',
    value: ({ createdAt }) => createdAt.toISOString(),
  },
  { column: 'id', descending: true, type: 'int', value: ({ id }) => id },
]

/**
 * Returns one page of the apps that an organization owns, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listApps(db: Db, organizationId: number, page: PageRequest) {
  return readPage(
    db,
    db
      .selectFrom('oauthApps')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('deletedAt', 'is', null)
      .$castTo<AppRow>(),
    NEWEST_FIRST,
    page,
  )
}
