import { randomUUID } from 'node:crypto'
import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { EventRow } from '../events/event-row.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../graphql/context.ts'
import type { Metrics } from '../graphql/metrics.ts'
import { loop, type Loop } from '../lib/concurrency/loop.ts'
import { claimQueues, type ClaimedQueue } from './claim-queues.ts'
import { failedQueues, type FailedQueues } from './failed-queues.ts'
import { createBodyStore } from './store-body.ts'
import { LEASE_SECONDS, queueKey, returnQueue, returnQueues, renewLeases } from './queues.ts'
import { QueueStatements } from './queue-statements.ts'
import { AttemptLog } from './attempt-log.ts'
import { createPayloadRenderer } from './render-payload.ts'
import { createWebhookSender } from './send-webhook.ts'
import { Bridge } from './run-bridge.ts'
import { RunningQueues } from './running-queues.ts'
import { workQueue } from './work-queue.ts'
import { createSettingsReader, type WebhookSettings } from './settings.ts'
import { roomBeside } from './shares.ts'
import { skipReason } from './skip-reason.ts'

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

const SLOTS = 1_000
/** Share of an attempt's timeout from which the attempt is slow. */
const SLOW_PART = 1 / 3
/** Maximum number of concurrent statements of queues. One organization can use half of them. */
const STATEMENTS = 6
const POLL_MS = 200
const FAILED_MS = 500
const RENEW_MS = 3_000
/** Interval of the next check after unused leases were found, in milliseconds. Longer than a claim takes. */
const STRAY_MS = 1_000
const DEFERRED_MS = 2_000
/** Grace period of running attempts after the stop, in milliseconds. */
const GRACE_MS = 4_000

/**
 * Starts delivering events to webhooks. Works the queues of due deliveries, and queues deferred ones. Any number of
 * processes may run it on one database. The queues of a killed process are taken over when its leases expire.
 */
export function startDelivery(options: DeliveryOptions): Delivery {
  return new DeliveryWorker(options)
}

class DeliveryWorker implements Delivery {
  readonly #db: Db
  readonly #owner = randomUUID()
  readonly #log: Logger
  readonly #slots: number
  readonly #metrics: Metrics
  readonly #tools: ReturnType<typeof toolsOf>
  readonly #queues = new RunningQueues((queue, signal) => this.#work(queue, signal))
  readonly #failed: FailedQueues
  readonly #bridge: Bridge
  readonly #loops: { deferred: Loop; claim: Loop; renewal: Loop }
  readonly #stopListening: () => void
  #straysBefore = new Set<string>()
  /** Monotonic time at which the last renewal of the leases began. */
  #renewedAt = performance.now()

  constructor(options: DeliveryOptions) {
    const { services, log, slots = SLOTS } = options
    this.#db = services.db
    this.#log = log
    this.#slots = slots
    this.#metrics = services.metrics
    this.#tools = toolsOf(options, this.#owner, {
      isFull: () => this.#queues.size >= slots,
      holdsLeases: () => performance.now() - this.#renewedAt < LEASE_SECONDS * 1_000,
    })
    this.#failed = failedQueues(log)
    this.#bridge = new Bridge(services.db, log)
    this.#loops = {
      deferred: this.#repeat('queueing deferred events', () => this.#queueDeferred()),
      claim: this.#repeat('claiming webhook queues', () => this.#claim()),
      renewal: this.#repeat('renewing leases of webhook queues', () => this.#renew()),
    }
    this.#stopListening = services.notifications.on('deliveries', this.#loops.claim.wake)
  }

  async stop(): Promise<void> {
    this.#queues.endRestarts()
    this.#stopListening()
    await Promise.all(Object.values(this.#loops).map((loop) => loop.stop()))
    // An attempt without a response by then has failed and is recorded.
    const late = setTimeout(() => this.#tools.sender.abort(), GRACE_MS)
    await this.#queues.stop()
    clearTimeout(late)
    await this.#returnAll()
    await this.#tools.sender.close()
  }

  /** Releases all queues. Without the database, other workers take them when their leases are over. */
  async #returnAll(): Promise<void> {
    try {
      await returnQueues(this.#db, this.#owner)
    } catch (error) {
      this.#log.warn({ err: error }, 'the queues of webhooks could not be released')
    }
  }

  #repeat(name: string, round: () => Promise<number>): Loop {
    return loop({ name, log: this.#log, round, failedMs: FAILED_MS })
  }

  async #work(queue: ClaimedQueue, signal: AbortSignal): Promise<void> {
    try {
      await workQueue(this.#tools, queue, signal)
      this.#failed.worked(queue)
    } catch (error) {
      const pauseMs = this.#failed.pauseAfter(queue, error)
      // If this fails as well, the next renewal releases the queue.
      await returnQueue(this.#db, this.#owner, queue, { pauseMs, slow: queue.slow }).catch(() => {})
    }
  }

  async #queueDeferred(): Promise<number> {
    this.#metrics.countQueued(await this.#bridge.queueDue())
    return DEFERRED_MS
  }

  async #claim(): Promise<number> {
    const room = roomBeside(
      this.#queues.all().map(({ queue }) => queue),
      this.#slots,
    )
    const claimed = await claimQueues(this.#db, this.#owner, room).catch((error: unknown) => {
      // Queues may have been claimed although the response was lost.
      this.#loops.renewal.wake()
      throw error
    })
    for (const queue of claimed) this.#queues.start(queue)
    return POLL_MS
  }

  async #renew(): Promise<number> {
    // A queue claimed now may be missing from this list or from the statement's snapshot.
    const before = this.#queues.all()
    const renewedAt = performance.now()
    const held = await renewLeases(this.#db, this.#owner)
    this.#renewedAt = renewedAt
    const names = new Set(held.map(queueKey))
    for (const { queue, ending } of before) if (!names.has(queueKey(queue))) ending.abort()
    const strays = held.filter((queue) => !this.#queues.has(queue))
    // Releases unused queues found twice in a row. New ones may belong to a running claim.
    const unused = strays.filter((queue) => this.#straysBefore.has(queueKey(queue)))
    await returnQueues(this.#db, this.#owner, unused)
    this.#straysBefore = new Set(strays.map(queueKey))
    return strays.length > 0 ? STRAY_MS : RENEW_MS
  }
}

type WorkerState = { isFull: () => boolean; holdsLeases: () => boolean }

function toolsOf(options: DeliveryOptions, owner: string, state: WorkerState) {
  const { schema, services, log, version, webhookTimeout, webhookRetrySchedule } = options
  const { db, metrics, keys, webhookAllowedHosts, connections } = services
  const statements = Math.max(1, Math.min(STATEMENTS, Math.floor(connections / 2)))
  const settings = createSettingsReader(db, keys.encryption)
  return {
    db,
    attemptLog: new AttemptLog(db, log, metrics),
    settings,
    renderPayload: createPayloadRenderer(schema, services),
    keepBody: createBodyStore(db),
    skipReason: (webhook: WebhookSettings, event: EventRow) => skipReason(schema, webhook, event),
    sender: createWebhookSender({
      allowedHosts: webhookAllowedHosts,
      timeoutMs: webhookTimeout,
      version,
      clock: settings.now,
    }),
    schedule: webhookRetrySchedule,
    slowMs: webhookTimeout * SLOW_PART,
    ...state,
    statements: new QueueStatements(db, owner, statements),
    log,
  }
}
