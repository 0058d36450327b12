import { randomUUID } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { EventType } from '../events/catalogue.ts'
import type { Services } from '../graphql/context.ts'
import { fairGate } from '../lib/concurrency/fair-gate.ts'
import { loop } from '../lib/concurrency/loop.ts'
import { claimQueues, type ClaimedQueue } from './claim-queues.ts'
import { failedQueues, queueKey } from './failed-queues.ts'
import { createBodyStore } from './store-body.ts'
import { returnQueue, returnQueues, renewLeases } from './queues.ts'
import { createAttemptLog } from './attempt-log.ts'
import { createPayloadRenderer } from './render-payload.ts'
import { createWebhookSender } from './send-webhook.ts'
import { createBridge } from './run-bridge.ts'
import { workQueue } from './work-queue.ts'
import { createSettingsReader, type WebhookSettings } from './settings.ts'
import { roomBeside } from './shares.ts'
import { skipReason } from './attempt.ts'

export type DeliveryOptions = {
  schema: GraphQLSchema
  services: Services
  log: Logger
  version: string
  /** Delays before the retries, in milliseconds. */
  webhookRetrySchedule: readonly number[]
  /** Timeout of a whole attempt, in milliseconds. */
  webhookTimeout: number
  /** Maximum number of queues worked at once, each with one connection. Default 1,000. */
  slots?: number
}

export type Delivery = {
  /** Stops claiming, waits for running attempts and releases the queues. */
  stop: () => Promise<void>
}

type Running = {
  queue: ClaimedQueue
  ending: AbortController
  done: Promise<void>
  next: ClaimedQueue | null
}

const SLOTS = 1_000
/** Share of an attempt's timeout from which the attempt is slow. */
const SLOW_PART = 1 / 3
/** Maximum number of concurrent statements of queues. One organization can use half of them. */
const STATEMENTS = 6
const POLL_MS = 200
const HELD_MS = 5
const FAILED_MS = 500
const RENEW_MS = 3_000
/** Interval of the next check after unused leases were found, in milliseconds. Longer than a claim takes. */
const STRAY_MS = 1_000
const ASIDE_MS = 2_000
/** Grace period of running attempts after the stop, in milliseconds. */
const GRACE_MS = 4_000

/**
 * Starts delivering events to webhooks. Queues deliveries and works the queues of due ones. Any number of
 * processes may run it on one database. The queues of a killed process are taken over when its leases expire.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { services, log, schema, slots: slots = SLOTS } = options
  const { db, signals, metrics } = services
  const owner = randomUUID()
  const statements = Math.max(1, Math.min(STATEMENTS, Math.floor(services.connections / 2)))
  const tools = {
    db,
    owner,
    attemptLog: createAttemptLog(db, log, metrics),
    settings: createSettingsReader(db, services.keys.encryption),
    renderPayload: createPayloadRenderer(schema, services),
    keepBody: createBodyStore(db),
    skipReason: (webhook: WebhookSettings, type: EventType) => skipReason(schema, webhook, type),
    sender: createWebhookSender({
      allowedHosts: services.webhookAllowedHosts,
      timeoutMs: options.webhookTimeout,
      version: options.version,
    }),
    schedule: options.webhookRetrySchedule,
    slowMs: options.webhookTimeout * SLOW_PART,
    isFull: () => queues.size >= slots,
    statements: fairGate({ most: statements, mostOfKey: Math.ceil(statements / 2) }),
    log,
  }
  const queues = new Map<string, Running>()
  const failed = failedQueues(log)
  let isStopping = false
  let straysBefore = new Set<string>()

  const work = (queue: ClaimedQueue): void => {
    const key = queueKey(queue)
    const existing = queues.get(key)
    // The queue was released and claimed again before the response to the release arrived.
    if (existing) return void (existing.next = queue)
    const ending = new AbortController()
    const done = workQueue(tools, queue, ending.signal)
      .then(() => failed.worked(queue))
      .catch(async (error: unknown) => {
        const pauseMs = failed.pauseAfter(queue, error)
        // If this fails as well, the next renewal releases the queue.
        await returnQueue(db, owner, queue, { pauseMs, slow: queue.slow }).catch(() => {})
      })
      .finally(() => {
        queues.delete(key)
        if (running.next && !isStopping) work(running.next)
      })
    const running: Running = { queue, ending, done, next: null }
    queues.set(key, running)
  }
  const repeat = (name: string, round: () => Promise<number>) =>
    loop({ name, log, round, failedMs: FAILED_MS })
  const { step, stepAside } = createBridge(db, log)
  const bridge = repeat('queueing deliveries', async () => {
    const { queued, more, blocked } = await step()
    metrics.countQueued(queued)
    return more ? 0 : blocked ? HELD_MS : POLL_MS
  })
  const aside = repeat('queueing deferred events', async () => {
    metrics.countQueued(await stepAside())
    return ASIDE_MS
  })
  const claim = repeat('claiming webhook queues', async () => {
    const held = [...queues.values()].map(({ queue }) => queue)
    const claimed = await claimQueues(db, owner, roomBeside(held, slots)).catch((error: unknown) => {
      // Queues may have been claimed although the response was lost.
      renewal.wake()
      throw error
    })
    claimed.forEach(work)
    return POLL_MS
  })
  const renewal = repeat('renewing leases of webhook queues', async () => {
    // A queue claimed now may be missing from this map or from the statement's snapshot.
    const before = new Map(queues)
    const held = await renewLeases(db, owner)
    const names = new Set(held.map(queueKey))
    for (const [key, { ending }] of before) if (!names.has(key)) ending.abort()
    const strays = held.filter((queue) => !queues.has(queueKey(queue)))
    // Releases unused queues found twice in a row. New ones may belong to a running claim.
    await returnQueues(
      db,
      owner,
      strays.filter((queue) => straysBefore.has(queueKey(queue))),
    )
    straysBefore = new Set(strays.map(queueKey))
    return strays.length > 0 ? STRAY_MS : RENEW_MS
  })
  const stopListening = [signals.on('events', bridge.wake), signals.on('deliveries', claim.wake)]
  return {
    async stop() {
      isStopping = true
      stopListening.forEach((stop) => stop())
      await Promise.all([bridge.stop(), aside.stop(), claim.stop(), renewal.stop()])
      for (const { ending } of queues.values()) ending.abort()
      // An attempt without a response by then has failed and is recorded.
      const late = setTimeout(() => tools.sender.abort(), GRACE_MS)
      await Promise.all([...queues.values()].map(({ done }) => done))
      clearTimeout(late)
      await returnQueues(db, owner)
      await tools.sender.close()
    },
  }
}
