import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isUnreachable } from '../db/connection-errors.ts'
import type { FairGate } from '../lib/fair-gate.ts'
import { attemptDelivery, type Attempted, type AttemptTools } from './attempt.ts'
import type { ClaimedLane } from './claim-queues.ts'
import { leaveLane, releaseLane, type Lane } from './queues.ts'
import type { Ledger } from './attempt-log.ts'
import { readPending, type PendingDelivery } from './due-deliveries.ts'
import { noteHealth } from './health.ts'

export type LaneTools = AttemptTools & {
  db: Db
  owner: string
  ledger: Ledger
  /** Milliseconds from which on an attempt makes its lane a slow one. */
  slowMs: number
  /** Whether lanes may be waiting for a place. */
  isFull(): boolean
  /** Shares the database's connections among organizations when many of their lanes begin or end at once. */
  statements: FairGate
}

const AGAIN_MS = 300
const HEALTH_TRIES = 20

/**
 * Works a lane until nothing in it is due, one delivery after another, so that a webhook hears of events in their order
 * as far as retries allow, and a slow receiver delays nobody else. It gives up its place after an attempt that took long,
 * and after each batch while all places are taken. Ends early, after the running attempt, once `signal` is aborted. What
 * was attempted is stored when it ends, or has been given up.
 */
export async function runLane(tools: LaneTools, lane: ClaimedLane, signal: AbortSignal): Promise<void> {
  const { db, owner } = tools
  const inTurn = <Value>(work: () => Promise<Value>) => tools.statements.run(lane.organizationId, work)
  let { slow } = lane
  while (!signal.aborted) {
    const pending = await inTurn(() => readPending(db, owner, lane))
    if (!pending) return
    const { deliveries, wakes } = pending
    const isEmpty = deliveries.length === 0
    if (!isEmpty) slow = await workBatch(tools, lane, deliveries, signal)
    const givesUp = slow || tools.isFull()
    if (!isEmpty && !givesUp) continue
    if (await inTurn(() => releaseLane(db, owner, lane, { wakes, slow }))) return
    if (givesUp) return inTurn(() => leaveLane(db, owner, lane, { pauseMs: 0, slow }))
  }
}

/** Attempts deliveries in turn; true when one took long, which ends the batch. */
async function workBatch(
  tools: LaneTools,
  lane: Lane,
  deliveries: PendingDelivery[],
  signal: AbortSignal,
): Promise<boolean> {
  const written: Promise<void>[] = []
  prepare(tools, lane, deliveries)
  try {
    for (const delivery of deliveries) {
      if (signal.aborted) break
      const attempted = await attemptDelivery(tools, delivery)
      await keepHealth(tools, lane, attempted, signal)
      const result = tools.ledger.write(attempted.result)
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
async function keepHealth(
  { db, settings, statements, log }: LaneTools,
  lane: Lane,
  attempted: Attempted,
  signal: AbortSignal,
): Promise<void> {
  if (attempted.outcome.kind === 'delivered' && attempted.webhook?.failingSince === null) return
  for (let tries = 1; ; tries++) {
    try {
      const note = () => noteHealth(db, lane, attempted)
      if (await statements.run(lane.organizationId, note)) settings.forget(lane)
      return
    } catch (error) {
      if (!isUnreachable(error) || signal.aborted || tries >= HEALTH_TRIES)
        return log.error({ err: error, ...lane }, 'the health of a webhook could not be noted')
      await sleep(AGAIN_MS)
    }
  }
}

/** Begins to make all bodies at once, so that their rows are loaded together; each attempt then waits for its own. */
function prepare({ settings, bodyOf }: AttemptTools, lane: Lane, deliveries: PendingDelivery[]): void {
  if (deliveries.length === 1) return
  void settings
    .read(lane)
    .then((webhook) => webhook && Promise.all(deliveries.map((delivery) => bodyOf(delivery, webhook))))
    .catch(() => {})
}
