import type { Db } from '../db/database.ts'
import { attemptDelivery, type AttemptTools } from './attempt.ts'
import { releaseLane, type Lane } from './lanes.ts'
import type { Ledger } from './ledger.ts'
import { readPending, type PendingDelivery } from './pending.ts'
import { noteHealth } from './webhook-health.ts'

export type LaneTools = AttemptTools & { db: Db; owner: string; ledger: Ledger }

/**
 * Works a lane until nothing in it is due, one delivery after another, so that a webhook hears of events in their order
 * as far as retries allow, and a slow receiver delays nobody else. Ends early, after the running attempt, once `signal`
 * is aborted. Returns whether the lane was given back.
 */
export async function runLane(tools: LaneTools, lane: Lane, signal: AbortSignal): Promise<boolean> {
  const { db, owner, ledger } = tools
  while (!signal.aborted) {
    const pending = await readPending(db, owner, lane)
    if (!pending) return true
    const { deliveries, wakes } = pending
    if (deliveries.length === 0) {
      if (await releaseLane(db, owner, lane, wakes)) return true
      continue
    }
    const written: Promise<void>[] = []
    const finish = async (delivery: PendingDelivery) => {
      const attempted = await attemptDelivery(tools, delivery)
      written.push(ledger.write(attempted.result))
      if (await noteHealth(db, lane, attempted)) tools.settings.forget(lane)
    }
    prepare(tools, lane, deliveries)
    for (const delivery of deliveries) {
      if (signal.aborted) break
      await finish(delivery)
    }
    // What is read next must not be what was just done.
    await Promise.all(written)
  }
  return false
}

/** Begins to make all bodies at once, so that their rows are loaded together; each attempt then waits for its own. */
function prepare({ settings, bodyOf }: AttemptTools, lane: Lane, deliveries: PendingDelivery[]): void {
  if (deliveries.length === 1) return
  void settings
    .read(lane)
    .then((webhook) => webhook && Promise.all(deliveries.map((delivery) => bodyOf(delivery, webhook))))
    .catch(() => {})
}
