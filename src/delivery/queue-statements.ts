import type { Db } from '../db/database.ts'
import { isConnectionError } from '../db/errors/connection-errors.ts'
import { isTooMuch } from '../db/errors/is-too-much.ts'
import { fairBatches, type FairBatches } from '../lib/concurrency/fair-batches.ts'
import { FairQueue, limits } from '../lib/concurrency/fair-queue.ts'
import { readDueDeliveries, type Due } from './due-deliveries.ts'
import { releaseQueue, releaseQueues, returnQueue, type Found, type WebhookQueue } from './queues.ts'

/** Maximum number of queues that one statement reads or releases. */
const QUEUES = 32
/** Maximum number of concurrent statements that read queues, and of those that release queues. */
const CONCURRENT = 2

/**
 * Runs the statements of the queues that a worker holds. Those that many queues need at the same time share one. Shares
 * the database's connections among organizations when many of their queues start or end at once.
 */
export class QueueStatements {
  readonly #db: Db
  readonly #owner: string
  readonly #alone: FairQueue
  readonly #reads: FairBatches<number, WebhookQueue, Due | null>
  readonly #releases: FairBatches<number, WebhookQueue & Found, boolean>

  /** `most` is the maximum number of concurrent statements, without those that release queues. */
  constructor(db: Db, owner: string, most: number) {
    this.#db = db
    this.#owner = owner
    const kind = Math.max(1, Math.min(CONCURRENT, Math.floor(most / 3)))
    const alone = Math.max(1, most - kind)
    this.#alone = new FairQueue(limits({ most: alone, mostOfKey: Math.ceil(alone / 2) }))
    const shared = {
      most: kind,
      mostOfKey: 1,
      size: QUEUES,
      isSplit: (error: unknown) => this.#isSplit(error),
    }
    this.#reads = fairBatches({ ...shared, work: (queues) => readDueDeliveries(db, owner, queues) })
    this.#releases = fairBatches({ ...shared, work: (queues) => releaseQueues(db, owner, queues) })
  }

  /** Reads the due deliveries of a queue. Null when the worker no longer holds it. */
  readDue(queue: WebhookQueue): Promise<Due | null> {
    return this.#reads.run(queue.organizationId, queue)
  }

  /**
   * Releases a queue until its next delivery is due. Returns false if one was queued since it was found empty. Unless
   * it `waits`, false also if another transaction has locked the queue.
   */
  release(queue: WebhookQueue, found: Found, waits: boolean): Promise<boolean> {
    if (waits) return this.run(queue, () => releaseQueue(this.#db, this.#owner, queue, found))
    const { organizationId, webhookId } = queue
    return this.#releases.run(organizationId, { organizationId, webhookId, ...found })
  }

  /** Releases a queue with due deliveries, behind the waiting ones. */
  returnQueue(queue: WebhookQueue, slow: boolean): Promise<void> {
    return this.run(queue, () => returnQueue(this.#db, this.#owner, queue, { pauseMs: 0, slow }))
  }

  /** Runs a statement for one queue in its organization's share. */
  run<Value>({ organizationId }: WebhookQueue, work: () => Promise<Value>): Promise<Value> {
    return this.#alone.run(organizationId, work)
  }

  /** A statement that PostgreSQL rejects, or that takes too long, may fail because of one of its queues. */
  async #isSplit(error: unknown): Promise<boolean> {
    return !isConnectionError(error) || isTooMuch(this.#db, error)
  }
}
