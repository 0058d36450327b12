import type { Db } from '../../../db/database.ts'
import type { Notifications } from '../../../db/notifications.ts'
import { builder } from '../../../graphql/builder.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { subscriptionSource, type SubscriptionSource } from '../../../graphql/subscription-source.ts'
import { visibleWebhook } from '../visible-webhook.ts'
import type { AttemptRow } from './delivery-row.ts'
import { AttemptRef } from './delivery-type.ts'
import { lastAttempt, readAttempts } from './read-attempts.ts'

const BATCH = 100
const POLL_MS = 1_000

builder.subscriptionFields((t) => ({
  deliveryAttempts: t.field({
    type: AttemptRef,
    access: { require: 'admin', scope: 'webhooks:manage' },
    description: 'Delivery attempts of a webhook, as they are stored.',
    args: {
      webhookId: t.arg.id(nodeIdInput('Webhook', { required: true, description: 'Id of the webhook.' })),
    },
    subscribe: async (_root, { webhookId }, context) => {
      const { id } = await visibleWebhook(context, databaseIdOf('Webhook', 'webhookId', webhookId))
      const { db, organizationId, signals } = context
      const start = await lastAttempt(db, organizationId, id)
      return subscriptionSource<AttemptRow>({
        key: `deliveryAttempts ${organizationId} ${id}`,
        subscribe: (listener) => follow({ db, signals, organizationId, webhookId: id, start }, listener),
      })
    },
    resolve: (attempt) => attempt,
  }),
}))

type Source = { db: Db; signals: Notifications; organizationId: number; webhookId: number; start: number }

/** Reads new attempts after each notification, and every second in case a notification is lost. */
function follow(
  { db, signals, organizationId, webhookId, start }: Source,
  listener: (attempt: AttemptRow) => void,
): ReturnType<SubscriptionSource['subscribe']> {
  let after = start
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
        const attempts = await readAttempts(db, organizationId, { webhookId, after, limit: BATCH })
        after = attempts.at(-1)?.id ?? after
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
  const stop = signals.on('attempts', wake)
  wake()
  return () => {
    ended = true
    clearInterval(poll)
    stop()
  }
}
