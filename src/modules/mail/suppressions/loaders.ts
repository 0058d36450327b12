import { byId, defineLoaders } from '../../../graphql/loaders.ts'
import { SUPPRESSION_COLUMNS } from './suppression-row.ts'

/** Loader of the organization's suppressed addresses. */
export const suppressionLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('mailSuppressions')
      .select(SUPPRESSION_COLUMNS)
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute(),
  ),
}))
