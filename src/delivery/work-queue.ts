import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isConnectionError } from '../db/connection-errors.ts'
import type { FairGate } from '../lib/fair-gate.ts'
import { attemptDelivery, type AttemptResult, type AttemptTools } from './attempt.ts'
import type { ClaimedQueue } from './claim-queues.ts'
import { returnQueue, releaseQueue, type WebhookQueue } from './queues.ts'
import type { AttemptLog } from './attempt-log.ts'
import { readDueDeliveries, type DueDelivery } from './due-deliveries.ts'
import { recordHealth } from './health.ts'

export type QueueTools = AttemptTools & {
  db: Db
  owner: string
  attemptLog: AttemptLog
  /** Milliseconds from which on an attempt makes its lane a slow one. */
  slowMs: number
  /** Whether lanes may be waiting for a place. */
  isFull(): boolean
  /** Shares the database's connections among organizations when many of their lanes begin or end at once. */
  statements: FairGate
}

const RETRY_DELAY_MS = 300
const HEALTH_TRIES = 20

/**
 * Works a lane until nothing in it is due, one delivery after another, so that a webhook hears of events in their order
 * as far as retries allow, and a slow receiver delays nobody else. It gives up its place after an attempt that took long,
 * and after each batch while all places are taken. Ends early, after the running attempt, once `signal` is aborted. What
 * was attempted is stored when it ends, or has been given up.
 */
export async function workQueue(tools: QueueTools, queue: ClaimedQueue, signal: AbortSignal): Promise<void> {
  const { db, owner } = tools
  const inTurn = <Value>(work: () => Promise<Value>) => tools.statements.run(queue.organizationId, work)
  let { slow } = queue
  while (!signal.aborted) {
    const pending = await inTurn(() => readDueDeliveries(db, owner, queue))
    if (!pending) return
    const { deliveries, version: version } = pending
    const isEmpty = deliveries.length === 0
    if (!isEmpty) slow = await workBatch(tools, queue, deliveries, signal)
    const givesUp = slow || tools.isFull()
    if (!isEmpty && !givesUp) continue
    if (await inTurn(() => releaseQueue(db, owner, queue, { version: version, slow }))) return
    if (givesUp) return inTurn(() => returnQueue(db, owner, queue, { pauseMs: 0, slow }))
  }
}

/** Attempts deliveries in turn; true when one took long, which ends the batch. */
async function workBatch(
  tools: QueueTools,
  queue: WebhookQueue,
  deliveries: DueDelivery[],
  signal: AbortSignal,
): Promise<boolean> {
  const written: Promise<void>[] = []
  prepare(tools, queue, deliveries)
  try {
    for (const delivery of deliveries) {
      if (signal.aborted) break
      const attempted = await attemptDelivery(tools, delivery)
      await saveHealth(tools, queue, attempted, signal)
      const result = tools.attemptLog.write(attempted.result)
      // What cannot be stored is dealt with when the batch ends.
      result.catch(() => {})
      written.push(result)
      if (attempted.outcome.durationMs >= tools.slowMs) return true
    }
    return false
  } finally {
    // What is read next, here or by another worker, must not be what was just done.
    await Promise.all(written)
  }
}

/** Notes the webhook's health before the verdict is stored: a webhook whose disabling is lost would be tried again. */
async function saveHealth(
  { db, settings, statements, log }: QueueTools,
  queue: WebhookQueue,
  attempted: AttemptResult,
  signal: AbortSignal,
): Promise<void> {
  if (attempted.outcome.kind === 'delivered' && attempted.webhook?.failingSince === null) return
  for (let tries = 1; ; tries++) {
    try {
      const note = () => recordHealth(db, queue, attempted)
      if (await statements.run(queue.organizationId, note)) settings.clear(queue)
      return
    } catch (error) {
      if (!isConnectionError(error) || signal.aborted || tries >= HEALTH_TRIES)
        return log.error({ err: error, ...queue }, 'the health of a webhook could not be noted')
      await sleep(RETRY_DELAY_MS)
    }
  }
}

/** Begins to make all bodies at once, so that their rows are loaded together; each attempt then waits for its own. */
function prepare(
  { settings, renderPayload: renderPayload }: AttemptTools,
  queue: WebhookQueue,
  deliveries: DueDelivery[],
): void {
  if (deliveries.length === 1) return
  void settings
    .read(queue)
    .then((webhook) => webhook && Promise.all(deliveries.map((delivery) => renderPayload(delivery, webhook))))
    .catch(() => {})
}
