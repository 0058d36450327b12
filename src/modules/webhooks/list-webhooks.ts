import type { Db } from '../../db/database.ts'
import { readPage, type PageRequest } from '../../db/keyset.ts'
import { WEBHOOK_COLUMNS } from './webhook-snapshot.ts'

/**
 * Returns one page of an organization's webhooks, oldest first. `installId` restricts it to the webhook of
 * one install.
 * @throws AppError INVALID_PARAM for invalid page arguments
 */
export function listWebhooks(
  db: Db,
  organizationId: number,
  { installId, page }: { installId: number | null; page: PageRequest },
) {
  return readPage(
    db,
    db
      .selectFrom('webhooks')
      .select(WEBHOOK_COLUMNS)
      .where('organizationId', '=', organizationId)
      .$if(installId !== null, (query) => query.where('installId', '=', installId)),
    [{ column: 'webhooks.id', descending: false, type: 'int', value: ({ id }) => id }],
    page,
  )
}
