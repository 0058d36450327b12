import type { GraphQLSchema } from 'graphql'
import type { Logger } from 'pino'
import type { EventType } from '../events/catalogue.ts'
import type { Services } from '../graphql/context.ts'
import { fairGate } from '../lib/fair-gate.ts'
import { uuid } from '../lib/ids.ts'
import { loop } from '../lib/loop.ts'
import { countQueued } from '../server/metrics/metrics.ts'
import { claimLanes, type ClaimedLane } from './claim-queues.ts'
import { failedLanes, keyOf } from './failed-queues.ts'
import { createBodyKeeper } from './store-body.ts'
import { leaveLane, leaveLanes, renewLanes } from './queues.ts'
import { createLedger } from './attempt-log.ts'
import { createBodies } from './render-payload.ts'
import { createPoster } from './send-webhook.ts'
import { createBridge } from './run-bridge.ts'
import { runLane } from './work-queue.ts'
import { createSettingsReader, type WebhookSettings } from './settings.ts'
import { roomBeside } from './shares.ts'
import { unasked } from './skip-reason.ts'

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
  places?: number
}

export type Delivery = {
  /** Takes nothing new, lets running attempts finish, and gives the lanes back. */
  stop(): Promise<void>
}

type Running = { lane: ClaimedLane; ending: AbortController; done: Promise<void>; next: ClaimedLane | null }

const PLACES = 1_000
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
  const { services, log, schema, places = PLACES } = options
  const { db, signals } = services
  const owner = uuid()
  const statements = Math.max(1, Math.min(STATEMENTS, Math.floor(services.connections / 2)))
  const tools = {
    db,
    owner,
    ledger: createLedger(db, log),
    settings: createSettingsReader(db, services.keys.encryption),
    bodyOf: createBodies(schema, services),
    keepBody: createBodyKeeper(db),
    unasked: (webhook: WebhookSettings, type: EventType) => unasked(schema, webhook, type),
    poster: createPoster({
      allowedHosts: services.webhookAllowedHosts,
      timeoutMs: options.webhookTimeout,
      version: options.version,
    }),
    schedule: options.webhookRetrySchedule,
    slowMs: options.webhookTimeout * SLOW_PART,
    isFull: () => lanes.size >= places,
    statements: fairGate({ most: statements, mostOfKey: Math.ceil(statements / 2) }),
    log,
  }
  const lanes = new Map<string, Running>()
  const failed = failedLanes(log)
  let isStopping = false
  let straysBefore = new Set<string>()

  const work = (lane: ClaimedLane): void => {
    const key = keyOf(lane)
    const known = lanes.get(key)
    // It was given back and taken again before this process had the answer to the first.
    if (known) return void (known.next = lane)
    const ending = new AbortController()
    const done = runLane(tools, lane, ending.signal)
      .then(() => failed.worked(lane))
      .catch(async (error: unknown) => {
        const pauseMs = failed.pauseAfter(lane, error)
        // Where this fails as well, the next renewal gives it back.
        await leaveLane(db, owner, lane, { pauseMs, slow: lane.slow }).catch(() => {})
      })
      .finally(() => {
        lanes.delete(key)
        if (running.next && !isStopping) work(running.next)
      })
    const running: Running = { lane, ending, done, next: null }
    lanes.set(key, running)
  }
  const repeat = (name: string, round: () => Promise<number>) =>
    loop({ name, log, round, failedMs: FAILED_MS })
  const { step, stepAside } = createBridge(db, log)
  const bridge = repeat('queueing deliveries', async () => {
    const { queued, more, unsettled } = await step()
    countQueued(queued)
    return more ? 0 : unsettled ? HELD_MS : POLL_MS
  })
  const aside = repeat('queueing what was put aside', async () => {
    countQueued(await stepAside())
    return ASIDE_MS
  })
  const claim = repeat('taking up deliveries', async () => {
    const held = [...lanes.values()].map(({ lane }) => lane)
    const claimed = await claimLanes(db, owner, roomBeside(held, places)).catch((error: unknown) => {
      // Lanes may have been taken although the answer was lost.
      renewal.wake()
      throw error
    })
    claimed.forEach(work)
    return POLL_MS
  })
  const renewal = repeat('holding deliveries', async () => {
    // A lane that is claimed meanwhile is in this map, or in what the statement sees, but perhaps not in both.
    const before = new Map(lanes)
    const held = await renewLanes(db, owner)
    const names = new Set(held.map(keyOf))
    for (const [key, { ending }] of before) if (!names.has(key)) ending.abort()
    const strays = held.filter((lane) => !lanes.has(keyOf(lane)))
    // Releases lanes that a failure left behind. A lane seen for the first time may belong to a claim that still runs.
    await leaveLanes(
      db,
      owner,
      strays.filter((lane) => straysBefore.has(keyOf(lane))),
    )
    straysBefore = new Set(strays.map(keyOf))
    return strays.length > 0 ? STRAY_MS : RENEW_MS
  })
  const stopHearing = [signals.on('events', bridge.wake), signals.on('deliveries', claim.wake)]
  return {
    async stop() {
      isStopping = true
      stopHearing.forEach((stop) => stop())
      await Promise.all([bridge.stop(), aside.stop(), claim.stop(), renewal.stop()])
      for (const { ending } of lanes.values()) ending.abort()
      // What a receiver has not answered by then is a try that failed, and is on record.
      const late = setTimeout(() => tools.poster.cut(), GRACE_MS)
      await Promise.all([...lanes.values()].map(({ done }) => done))
      clearTimeout(late)
      await leaveLanes(db, owner)
      await tools.poster.close()
    },
  }
}
