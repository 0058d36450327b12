import { byId, defineLoaders, groups } from '../../../graphql/loaders.ts'
import { DELIVERY_COLUMNS } from './delivery-row.ts'
import { listAttempts } from './list-attempts.ts'

/** Loaders of deliveries, and of the attempts of each. */
export const deliveryLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('deliveries')
      .select(DELIVERY_COLUMNS)
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute(),
  ),
  attempts: groups((ids) => listAttempts(db, organizationId, ids)),
}))
