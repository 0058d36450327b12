import { notFound } from '../../lib/errors.ts'
import { canSeeWebhook } from './policy.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { webhookLoaders } from './loaders.ts'

/** Returns the webhook with an id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleWebhook(context: LoaderContext, id: string) {
  const webhook = await webhookLoaders(context).byId.find(parseObjectId('Webhook', id))
  if (!webhook || !canSeeWebhook(context.caller, webhook)) throw notFound('Webhook')
  return webhook
}
