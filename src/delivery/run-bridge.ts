import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { isUnavailable } from '../db/errors/is-too-much.ts'
import { postponed, type Postponed } from '../lib/concurrency/postponed.ts'
import { organizationsWithDeferred, queueDeferred } from './bridge.ts'

/** Maximum number of deferred events per statement. */
const BATCH = 500

/**
 * Queues deferred events for webhooks. Those of an organization that fail again wait for a while, so that those of
 * others continue. This is logged once.
 */
export class Bridge {
  readonly #db: Db
  readonly #log: Logger
  readonly #deferred: Postponed<number> = postponed<number>(String)

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Queues deferred events whose pause has ended. Returns the number of deliveries. */
  async queueDue(): Promise<number> {
    let queued = 0
    const off = new Set(this.#deferred.pausedKeys())
    for (const organizationId of (await organizationsWithDeferred(this.#db)).filter((id) => !off.has(id)))
      queued += await this.#queueDeferred(organizationId)
    return queued
  }

  /** Queues deferred events of an organization, after a failed batch one by one. */
  async #queueDeferred(organizationId: number): Promise<number> {
    let queued = 0
    for (let size = BATCH; ;) {
      try {
        const done = await queueDeferred(this.#db, organizationId, size)
        queued += done.queued
        if (done.events < size) return queued
      } catch (error) {
        if (await isUnavailable(this.#db, error)) throw error
        if (size === 1) {
          this.#defer(organizationId, error)
          return queued
        }
        size = 1
      }
    }
  }

  #defer(organizationId: number, error: unknown): void {
    if (this.#deferred.postpone(organizationId))
      this.#log.error(
        { err: error, organizationId },
        "an organization's events could not be queued for webhooks; they are deferred and tried again later",
      )
  }
}
