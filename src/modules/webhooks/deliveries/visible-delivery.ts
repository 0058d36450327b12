import { parseLargeObjectId } from '../../../graphql/ids.ts'
import type { LoaderContext } from '../../../graphql/loaders.ts'
import { notFound } from '../../../lib/errors.ts'
import { webhookLoaders } from '../loaders.ts'
import { canSeeWebhook } from '../policy.ts'
import { deliveryLoaders } from './loaders.ts'

/**
 * Returns the delivery with an id. An OAuth token reads those of its install's webhook. @throws AppError
 * NOT_FOUND
 */
export async function visibleDelivery(context: LoaderContext, id: string) {
  const delivery = await deliveryLoaders(context).byId.find(parseLargeObjectId('Delivery', id))
  if (!delivery) throw notFound('Delivery')
  const webhook = await webhookLoaders(context).byId.find(delivery.webhookId)
  if (!canSeeWebhook(context.caller, webhook ?? { installId: null })) throw notFound('Delivery')
  return delivery
}
