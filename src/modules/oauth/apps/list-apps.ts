import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { readPage, type OrderColumn, type PageRequest } from '../../../db/lists/keyset.ts'
import type { OAuthAppKind } from '../../../db/generated/tables.ts'
import type { AppRow } from './find-app.ts'

/** Undefined or null fields do not filter. */
type AppFilter = {
  suspended?: boolean | null | undefined
  /** Default registered ones. */
  kinds?: readonly OAuthAppKind[] | null | undefined
}

/** Fields by which apps can be sorted. */
type AppOrder = { field: keyof typeof COLUMNS; direction: 'asc' | 'desc' }

const COLUMNS = {
  createdAt: { column: 'created_at', type: 'timestamptz', value: ({ createdAt }) => createdAt.toISOString() },
  updatedAt: { column: 'updated_at', type: 'timestamptz', value: ({ updatedAt }) => updatedAt.toISOString() },
  name: { column: 'name', type: 'text', value: ({ name }) => name },
} as const satisfies Record<string, Omit<OrderColumn<AppRow>, 'descending'>>

const NEWEST_FIRST: AppOrder = { field: 'createdAt', direction: 'desc' }

/**
 * Returns one page of the apps that an organization owns, by default registered ones, newest first.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listApps(
  db: Db,
  organizationId: number,
  { filter, orderBy }: { filter?: AppFilter | null | undefined; orderBy?: AppOrder | null | undefined },
  page: PageRequest,
) {
  const { field, direction } = orderBy ?? NEWEST_FIRST
  const descending = direction === 'desc'
  const suspended = filter?.suspended ?? null
  const kinds = filter?.kinds ?? (['registered'] as const)
  return readPage(
    db,
    db
      .selectFrom('oauthApps')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('deletedAt', 'is', null)
      .where(sql<boolean>`kind::text = any(${kinds}::text[])`)
      .$if(suspended !== null, (apps) => apps.where('suspendedAt', suspended ? 'is not' : 'is', null))
      .$castTo<AppRow>(),
    [
      { ...COLUMNS[field], descending },
      { column: 'id', descending, type: 'int', value: ({ id }) => id },
    ],
    page,
  )
}
