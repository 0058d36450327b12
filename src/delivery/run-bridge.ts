import type { Logger } from 'pino'
import type { Db } from '../db/database.ts'
import { isTooMuch } from '../db/is-too-much.ts'
import { isConnectionError } from '../db/connection-errors.ts'
import { postponed, type Postponed } from '../lib/concurrency/postponed.ts'
import {
  BRIDGE_BATCH,
  bridgeEvents,
  nextOrganization,
  organizationsAside,
  queueUnqueued,
  type Bridged,
} from './bridge.ts'

/** Divisor of the batch size after a rejected batch. */
const SMALLER = 8

/**
 * The bridge of one worker. When PostgreSQL rejects a batch or takes too long, smaller batches follow, down
 * to one event. If that fails, the events of its organization are deferred for a while, so that those of
 * others continue. This is logged once. Deferred events are queued later and not lost.
 */
export class Bridge {
  readonly #db: Db
  readonly #log: Logger
  readonly #deferred: Postponed<number> = postponed<number>(String)
  #limit = BRIDGE_BATCH

  constructor(db: Db, log: Logger) {
    this.#db = db
    this.#log = log
  }

  /** Queues deliveries for the next events. */
  async step(): Promise<Bridged> {
    const limit = this.#limit
    try {
      const bridged = await bridgeEvents(this.#db, { limit, aside: this.#deferred.off() })
      this.#limit = Math.min(limit * 2, BRIDGE_BATCH)
      return bridged
    } catch (error) {
      if (await this.#isUnavailable(error)) throw error
      this.#limit = Math.max(Math.floor(limit / SMALLER), 1)
      if (limit === 1) await this.#deferNext(error)
      return { queued: 0, more: true, blocked: false }
    }
  }

  /** Queues deferred events whose pause has ended. Returns the number of deliveries. */
  async stepAside(): Promise<number> {
    let queued = 0
    const off = new Set(this.#deferred.off())
    for (const organizationId of (await organizationsAside(this.#db)).filter((id) => !off.has(id)))
      queued += await this.#queueDeferred(organizationId)
    return queued
  }

  /** Queues deferred events of an organization, after a failed batch one by one. */
  async #queueDeferred(organizationId: number): Promise<number> {
    let queued = 0
    for (let size = BRIDGE_BATCH; ;) {
      try {
        const done = await queueUnqueued(this.#db, organizationId, size)
        queued += done.queued
        if (done.events < size) return queued
      } catch (error) {
        if (await this.#isUnavailable(error)) throw error
        if (size === 1) {
          this.#defer(organizationId, error)
          return queued
        }
        size = 1
      }
    }
  }

  /** Defers the events of the next organization. @throws the error if they are not its cause */
  async #deferNext(error: unknown): Promise<void> {
    const next = await nextOrganization(this.#db)
    // If the organization is already deferred, its events are not the cause.
    if (next === null || this.#deferred.off().includes(next)) throw error
    this.#defer(next, error)
  }

  #defer(organizationId: number, error: unknown): void {
    if (this.#deferred.postpone(organizationId))
      this.#log.error(
        { err: error, organizationId },
        "an organization's events could not be queued for webhooks; they are deferred and tried again later",
      )
  }

  /** A batch that takes too long counts as rejected, because it would fail again. */
  async #isUnavailable(error: unknown): Promise<boolean> {
    return isConnectionError(error) && !(await isTooMuch(this.#db, error))
  }
}
