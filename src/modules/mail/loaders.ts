import { byId, defineLoaders } from '../../graphql/loaders.ts'
import { MAIL_COLUMNS } from './mail-row.ts'

/** Loaders of the organization's mails and of the messages of stored ones. */
export const mailLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('mails')
      .select(MAIL_COLUMNS)
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute(),
  ),
  sealed: byId((ids) =>
    db
      .selectFrom('mails')
      .select(['organizationId', 'id', 'kind', 'state', 'contentCiphertext'])
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute(),
  ),
}))
