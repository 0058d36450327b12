import type { Db } from '../../../db/database.ts'
import type { Notifications } from '../../../db/history/notifications.ts'
import { builder } from '../../../graphql/builder.ts'
import type { Context } from '../../../graphql/context.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { subscriptionSource, type SubscriptionSource } from '../../../graphql/subscription-source.ts'
import { notFound } from '../../../lib/errors.ts'
import { webhookLoaders } from '../loaders.ts'
import { visibleWebhook } from '../visible-webhook.ts'
import type { AttemptRow } from './delivery-row.ts'
import { AttemptRef } from './delivery-type.ts'
import { lastAttempt, lastAttempts, readAttempts, readAttemptsOfAll } from './read-attempts.ts'

const BATCH = 100
const POLL_MS = 1_000

builder.subscriptionFields((t) => ({
  deliveryAttempts: t.field({
    type: AttemptRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'Delivery attempts, as they are stored.',
    args: {
      webhookId: t.arg.id(
        nodeIdInput('Webhook', {
          description:
            "Id of the webhook. By default all of the organization; for an OAuth token, its install's webhook.",
        }),
      ),
    },
    subscribe: async (_root, { webhookId }, context) => {
      const id = await followedWebhook(context, databaseIdOf('Webhook', 'webhookId', webhookId))
      const { db, organizationId, notifications } = context
      const start = id === null ? await startOfAll(db, organizationId) : await startOf(db, organizationId, id)
      return subscriptionSource<AttemptRow>({
        key: `deliveryAttempts ${organizationId} ${id}`,
        subscribe: (listener) => listen({ notifications, readNext: start() }, listener),
      })
    },
    resolve: (attempt) => attempt,
  }),
}))

/** Returns the id of a visible webhook, or null for all. A token has one. @throws AppError NOT_FOUND */
async function followedWebhook(context: Context, wanted: number | null | undefined): Promise<number | null> {
  if (wanted != null) return (await visibleWebhook(context, wanted)).id
  const { install } = context.caller
  if (!install) return null
  const [own] = await webhookLoaders(context).byInstall(install.id)
  if (!own) throw notFound('Webhook')
  return own.id
}

/** Returns the next attempts, at most `BATCH`, each once. */
type Reader = () => Promise<AttemptRow[]>

/** Returns a function that creates readers from the end of the attempts as it is now. */
async function startOf(db: Db, organizationId: number, webhookId: number): Promise<() => Reader> {
  const start = await lastAttempt(db, organizationId, webhookId)
  return () => {
    let after = start
    return async () => {
      const attempts = await readAttempts(db, organizationId, { webhookId, after, limit: BATCH })
      after = attempts.at(-1)?.id ?? after
      return attempts
    }
  }
}

/** The same as `startOf`, for all webhooks of the organization. */
async function startOfAll(db: Db, organizationId: number): Promise<() => Reader> {
  const start = await lastAttempts(db, organizationId)
  return () => {
    const positions = new Map(start)
    return () => readAttemptsOfAll(db, organizationId, { positions, limit: BATCH })
  }
}

type Source = { notifications: Notifications; readNext: Reader }

/** Reads new attempts after each notification, and every second in case a notification is lost. */
function listen(
  { notifications, readNext }: Source,
  listener: (attempt: AttemptRow) => void,
): ReturnType<SubscriptionSource['subscribe']> {
  let reading = false
  let again = false
  let ended = false
  const read = async () => {
    again = true
    if (reading) return
    reading = true
    try {
      while (again && !ended) {
        again = false
        const attempts = await readNext()
        again ||= attempts.length === BATCH
        if (!ended) attempts.forEach(listener)
      }
    } catch {
      // The next poll retries.
    } finally {
      reading = false
    }
  }
  const wake = () => void read()
  const poll = setInterval(wake, POLL_MS)
  const stop = notifications.on('attempts', wake)
  wake()
  return () => {
    ended = true
    clearInterval(poll)
    stop()
  }
}
