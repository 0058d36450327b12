import { notFound } from '../../lib/errors.ts'
import { canSeeWebhook } from './policy.ts'
import type { Context } from '../../graphql/context.ts'
import { parseObjectId, parseLargeObjectId } from '../../graphql/ids.ts'

type Asking = Pick<Context, 'caller' | 'load'>

/** Returns the webhook with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleWebhook({ caller, load }: Asking, id: string) {
  const webhook = await load.webhook.find(parseObjectId('Webhook', id))
  if (!webhook || !canSeeWebhook(caller, webhook)) throw notFound('Webhook')
  return webhook
}

/**
 * Returns the delivery with an id. An OAuth token reads those of its install's webhook. @throws AppError
 * NOT_FOUND
 */
export async function visibleDelivery({ caller, load }: Asking, id: string) {
  const delivery = await load.delivery.find(parseLargeObjectId('Delivery', id))
  if (!delivery) throw notFound('Delivery')
  const webhook = await load.webhook.find(delivery.webhookId)
  if (!canSeeWebhook(caller, webhook ?? { installId: null })) throw notFound('Delivery')
  return delivery
}
