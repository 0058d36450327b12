import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/keyset.ts'
import { WEBHOOK_COLUMNS } from './webhook-snapshot.ts'

/**
 * One page of an organization's webhooks, oldest first; with an install, of that one's only.
 * @throws AppError INVALID_PARAM for a bad page
 */
export function listWebhooks(
  db: Db,
  organizationId: number,
  { installId, page }: { installId: number | null; page: PageRequest },
) {
  return readPage(
    db
      .selectFrom('webhooks')
      .select(WEBHOOK_COLUMNS)
      .where('organizationId', '=', organizationId)
      .$if(installId !== null, (query) => query.where('installId', '=', installId)),
    [{ column: 'webhooks.id', descending: false, type: 'int', value: ({ id }) => id }],
    page,
  )
}
