import type { Db } from '../db/database.ts'
import { isConnectionError } from '../db/errors/connection-errors.ts'
import { retry } from '../lib/concurrency/retry.ts'
import { attemptDelivery, type AttemptResult, type AttemptTools } from './attempt.ts'
import type { ClaimedQueue } from './claim-queues.ts'
import type { WebhookQueue } from './queues.ts'
import type { QueueStatements } from './queue-statements.ts'
import type { AttemptLog } from './attempt-log.ts'
import type { DueDelivery } from './due-deliveries.ts'
import { recordHealth } from './health.ts'

type QueueTools = AttemptTools & {
  db: Db
  attemptLog: AttemptLog
  /** Duration of an attempt in milliseconds from which its queue counts as slow. */
  slowMs: number
  /** Whether no other worker can have taken a queue since the leases were renewed. */
  holdsLeases(): boolean
  /** Whether all slots are in use. */
  isFull(): boolean
  statements: QueueStatements
}

const RETRY_DELAY_MS = 300
const HEALTH_TRIES = 20

/**
 * Works a queue until nothing in it is due, one delivery after another. A webhook thus receives events in
 * order, except for retries, and a slow receiver delays no other webhook. Releases its slot after a slow
 * attempt, and after each batch while all slots are in use. Stops after the running attempt once `signal` is
 * aborted. All results are stored, or storing them has failed, when it ends.
 */
export async function workQueue(tools: QueueTools, queue: ClaimedQueue, signal: AbortSignal): Promise<void> {
  const { statements } = tools
  let { slow } = queue
  let tried: number | null = null
  while (!signal.aborted) {
    const pending = await statements.readDue(queue)
    if (!pending) return
    const { deliveries, version, isAll } = pending
    if (deliveries.length > 0) slow = await workBatch(tools, queue, deliveries, signal)
    const mustStop = slow || tools.isFull()
    if (!isAll && !mustStop) continue
    // A queue that kept its version is locked. Others are read again, because a delivery has been queued.
    const waits = version === tried
    if (await statements.release(queue, { version, slow }, waits)) return
    if (mustStop) return statements.returnQueue(queue, slow)
    tried = version
  }
}

/**
 * Attempts deliveries in order. Returns true after a slow attempt, which ends the batch. Leases that are over end it
 * too: a process that was paused does not repeat what another worker has delivered.
 */
async function workBatch(
  tools: QueueTools,
  queue: WebhookQueue,
  deliveries: DueDelivery[],
  signal: AbortSignal,
): Promise<boolean> {
  const written: Promise<void>[] = []
  prepare(tools, queue, deliveries)
  try {
    for (const [index, delivery] of deliveries.entries()) {
      if (signal.aborted || (index > 0 && !tools.holdsLeases())) break
      const attempted = await attemptDelivery(tools, delivery)
      await saveHealth(tools, queue, attempted, signal)
      const result = tools.attemptLog.write(attempted.result)
      // Storage failures are handled at the end of the batch.
      result.catch(() => {})
      written.push(result)
      if (attempted.outcome.durationMs >= tools.slowMs) return true
    }
    return false
  } finally {
    // The next read, here or by another worker, must not return deliveries of this batch.
    await Promise.all(written)
  }
}

/**
 * Records the webhook's health before the result is stored. In the reverse order, a crash could lose the
 * disabling of the webhook.
 */
async function saveHealth(
  { db, settings, statements, log }: QueueTools,
  queue: WebhookQueue,
  attempted: AttemptResult,
  signal: AbortSignal,
): Promise<void> {
  if (attempted.outcome.kind === 'delivered' && attempted.webhook?.failingSince === null) return
  const record = () => statements.run(queue, () => recordHealth(db, queue, attempted))
  try {
    const isChanged = await retry(record, {
      delayMs: RETRY_DELAY_MS,
      maxTries: HEALTH_TRIES,
      isRetryable: (error) => isConnectionError(error) && !signal.aborted,
    })
    if (isChanged) settings.clear(queue)
  } catch (error) {
    log.error({ err: error, ...queue }, 'the health of a webhook could not be recorded')
  }
}

/**
 * Starts rendering all bodies at once, so that their rows are loaded together. Each attempt waits for its own
 * body.
 */
function prepare(
  { settings, renderPayload }: AttemptTools,
  queue: WebhookQueue,
  deliveries: DueDelivery[],
): void {
  if (deliveries.length === 1) return
  void settings
    .read(queue)
    .then((webhook) => webhook && Promise.all(deliveries.map((delivery) => renderPayload(delivery, webhook))))
    .catch(() => {})
}
