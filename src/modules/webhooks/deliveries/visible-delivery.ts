import type { LoaderContext } from '../../../graphql/loaders.ts'
import { notFound } from '../../../lib/errors.ts'
import { webhookLoaders } from '../loaders.ts'
import { canSeeWebhook } from '../policy.ts'
import { deliveryLoaders } from './loaders.ts'

/**
 * Returns the delivery with a database id. An OAuth token reads those of its install's webhook. @throws AppError
 * NOT_FOUND
 */
export async function visibleDelivery(context: LoaderContext, id: number) {
  const delivery = await deliveryLoaders(context).byId.find(id)
  if (!delivery) throw notFound('Delivery')
  const webhook = await webhookLoaders(context).byId.find(delivery.webhookId)
  if (!canSeeWebhook(context.caller, webhook ?? { installId: null })) throw notFound('Delivery')
  return delivery
}

/** Returns the attempt with a database id, if its delivery is visible. @throws AppError NOT_FOUND */
export async function visibleAttempt(context: LoaderContext, id: number) {
  const attempt = await deliveryLoaders(context).attempt.find(id)
  if (!attempt) throw notFound('Attempt')
  await visibleDelivery(context, attempt.deliveryId)
  return attempt
}
