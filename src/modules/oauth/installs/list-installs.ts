import type { Db } from '../../../db/database.ts'
import type { OAuthAppKind } from '../../../db/generated/tables.ts'
import { readPage, type PageRequest } from '../../../db/lists/keyset.ts'
import { activeInstalls } from './install-row.ts'

/**
 * Returns one page of an organization's active installs, newest first, of all kinds of apps or of some.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listInstalls(
  db: Db,
  organizationId: number,
  { kinds, ...page }: PageRequest & { kinds?: readonly OAuthAppKind[] | null | undefined },
) {
  const installs = activeInstalls(db, organizationId)
  return readPage(
    db,
    kinds == null ? installs : installs.where('oauthApps.kind', 'in', kinds),
    [{ column: 'oauth_installs.id', descending: true, type: 'int', value: ({ id }) => id }],
    page,
  )
}
