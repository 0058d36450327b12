import { notFound } from '../../lib/errors.ts'
import { canSeeWebhook } from './policy.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { parseObjectId, parseLargeObjectId } from '../../graphql/ids.ts'
import { deliveryLoaders } from './deliveries/loaders.ts'
import { webhookLoaders } from './loaders.ts'

/** Returns the webhook with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleWebhook(context: LoaderContext, id: string) {
  const webhook = await webhookLoaders(context).byId.find(parseObjectId('Webhook', id))
  if (!webhook || !canSeeWebhook(context.caller, webhook)) throw notFound('Webhook')
  return webhook
}

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
