import { notFound } from '../../lib/errors.ts'
import { canSeeWebhook } from './policy.ts'
import type { LoaderContext } from '../../graphql/loaders.ts'
import { webhookLoaders } from './loaders.ts'

/** Returns the webhook with a database id. @throws AppError NOT_FOUND when none is visible to the caller */
export async function visibleWebhook(context: LoaderContext, id: number) {
  const webhook = await webhookLoaders(context).byId.find(id)
  if (!webhook || !canSeeWebhook(context.caller, webhook)) throw notFound('Webhook')
  return webhook
}
