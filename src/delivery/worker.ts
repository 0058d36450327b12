import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { EventType } from '../events/catalogue.ts'
import type { Services } from '../graphql/context.ts'
import { fairGate } from '../lib/fair-gate.ts'
import { uuid } from '../lib/ids.ts'
import { loop } from '../lib/loop.ts'
import { countQueued } from '../server/metrics/metrics.ts'
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
import { skipReason } from './skip-reason.ts'

export type DeliveryOptions = {
  schema: GraphQLSchema
  services: Services
  log: Logger
  version: string
  /** Milliseconds before each retry. */
  webhookRetrySchedule: readonly number[]
  /** Milliseconds of a whole attempt. */
  webhookTimeout: number
  /** Most lanes that are worked at once, one connection each; 1,000 by default. */
  slots?: number
}

export type Delivery = {
  /** Takes nothing new, lets running attempts finish, and gives the lanes back. */
  stop(): Promise<void>
}

type Running = {
  queue: ClaimedQueue
  ending: AbortController
  done: Promise<void>
  next: ClaimedQueue | null
}

const SLOTS = 1_000
/** The part of an attempt's time from which on it is long. */
const SLOW_PART = 1 / 3
/** Most statements of lanes that are under way at once, of all and of one organization's. */
const STATEMENTS = 6
const POLL_MS = 200
const HELD_MS = 5
const FAILED_MS = 500
const RENEW_MS = 3_000
/** When lanes that nothing works are looked at again, in milliseconds: longer than a claim takes. */
const STRAY_MS = 1_000
const ASIDE_MS = 2_000
/** How long running attempts may take once the process is asked to end. */
const GRACE_MS = 4_000

/**
 * The bridge from the event log to webhooks: queues deliveries and works the lanes of those that are due. Any number of
 * processes may run it side by side on one database; what a killed one held is taken over when its leases end.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  const { services, log, schema, slots: slots = SLOTS } = options
  const { db, signals } = services
  const owner = uuid()
  const statements = Math.max(1, Math.min(STATEMENTS, Math.floor(services.connections / 2)))
  const tools = {
    db,
    owner,
    attemptLog: createAttemptLog(db, log),
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
    const known = queues.get(key)
    // It was given back and taken again before this process had the answer to the first.
    if (known) return void (known.next = queue)
    const ending = new AbortController()
    const done = workQueue(tools, queue, ending.signal)
      .then(() => failed.worked(queue))
      .catch(async (error: unknown) => {
        const pauseMs = failed.pauseAfter(queue, error)
        // Where this fails as well, the next renewal gives it back.
        await returnQueue(db, owner, queue, { pauseMs, slow: queue.slow }).catch(() => {})
      })
      .finally(() => {
        queues.delete(key)
        if (running.next && !isStopping) work(running.next)
      })
    const running: Running = { queue: queue, ending, done, next: null }
    queues.set(key, running)
  }
  const repeat = (name: string, round: () => Promise<number>) =>
    loop({ name, log, round, failedMs: FAILED_MS })
  const { step, stepAside } = createBridge(db, log)
  const bridge = repeat('queueing deliveries', async () => {
    const { queued, more, blocked: blocked } = await step()
    countQueued(queued)
    return more ? 0 : blocked ? HELD_MS : POLL_MS
  })
  const aside = repeat('queueing what was put aside', async () => {
    countQueued(await stepAside())
    return ASIDE_MS
  })
  const claim = repeat('taking up deliveries', async () => {
    const held = [...queues.values()].map(({ queue: queue }) => queue)
    const claimed = await claimQueues(db, owner, roomBeside(held, slots)).catch((error: unknown) => {
      // Lanes may have been taken although the answer was lost.
      renewal.wake()
      throw error
    })
    claimed.forEach(work)
    return POLL_MS
  })
  const renewal = repeat('holding deliveries', async () => {
    // A lane that is claimed meanwhile is in this map, or in what the statement sees, but perhaps not in both.
    const before = new Map(queues)
    const held = await renewLeases(db, owner)
    const names = new Set(held.map(queueKey))
    for (const [key, { ending }] of before) if (!names.has(key)) ending.abort()
    const strays = held.filter((queue) => !queues.has(queueKey(queue)))
    // Releases lanes that a failure left behind. A lane seen for the first time may belong to a claim that still runs.
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
      // What a receiver has not answered by then is a try that failed, and is on record.
      const late = setTimeout(() => tools.sender.abort(), GRACE_MS)
      await Promise.all([...queues.values()].map(({ done }) => done))
      clearTimeout(late)
      await returnQueues(db, owner)
      await tools.sender.close()
    },
  }
}
