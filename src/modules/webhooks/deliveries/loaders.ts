import { byId, defineLoaders, groups, perRequest } from '../../../graphql/loaders.ts'
import { eventsOfDeliveries } from './events-of-deliveries.ts'
import { headersOfAttempts } from './headers-of-attempts.ts'
import { DELIVERY_COLUMNS } from './delivery-row.ts'
import { findAttempts, listAttempts } from './list-attempts.ts'
import { deliveriesOfWebhooks, type DeliveryListRequest } from './list-deliveries.ts'

/** Loaders of deliveries, of the attempts and the event of each, and of pages of those of webhooks. */
export const deliveryLoaders = defineLoaders(({ db, organizationId }) => ({
  byId: byId((ids) =>
    db
      .selectFrom('deliveries')
      .select(DELIVERY_COLUMNS)
      .where('organizationId', '=', organizationId)
      .where('id', 'in', ids)
      .execute(),
  ),
  ofWebhook: perRequest((request: DeliveryListRequest) =>
    byId((ids) => deliveriesOfWebhooks(db, organizationId, ids, request)),
  ),
  attempt: byId((ids) => findAttempts(db, organizationId, ids)),
  headers: headersOfAttempts(db, organizationId),
  attempts: groups((ids) => listAttempts(db, organizationId, ids)),
  event: byId((ids) => eventsOfDeliveries(db, organizationId, ids)),
}))
