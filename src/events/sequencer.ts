import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isUnavailable } from '../db/is-too-much.ts'
import type { Notifications } from '../db/notifications.ts'
import { failurePeriod, type FailurePeriod } from '../lib/concurrency/failure-period.ts'
import { loop, type Loop } from '../lib/concurrency/loop.ts'
import { postponed, type Postponed } from '../lib/concurrency/postponed.ts'
import type { Logger } from '../lib/log/logger.ts'
import { MAX_ORGANIZATIONS, organizationsToNumber } from './heads.ts'
import { setNumbering } from './recorded.ts'

export type NumberingStep = {
  /** Maximum number of events. */
  limit?: number
  /** Defers the events for later instead of queueing them for webhooks. */
  defer?: boolean
}

export type Numbered = {
  numbered: number
  /** Number of queued deliveries. */
  queued: number
  /** Whether there is more to number now. */
  more: boolean
  /** Whether another transaction holds the head. It may not have read the latest events. */
  busy: boolean
}

type SequencerOptions = {
  db: Db
  notifications: Notifications
  log: Logger
  /** Numbers the recorded events of an organization. */
  number: (organizationId: number, step: Required<NumberingStep>) => Promise<Numbered>
  /** Counts deliveries that were queued with the numbers. */
  onQueued: (count: number) => void
}

/** Default number of events per statement. */
export const NUMBERING_BATCH = 500

/** Maximum number of organizations whose events are numbered at a time. */
const AT_ONCE = 4
const POLL_MS = 200
const FAILED_MS = 500
/** Pause before another try while another process numbers events of the organization, in milliseconds. */
const BUSY_MS = 3
/** Pause of an organization whose events were numbered, in milliseconds, so that writes in a row share a statement. */
export const PAUSE_MS = 20
/** Divisor of the batch size after a rejected batch. */
const SMALLER = 8

/**
 * The numbering of a process. Numbers what it records at once, and what others have left when it polls. Any number
 * of processes may run it on one database. When PostgreSQL rejects a batch or takes too long, smaller batches follow,
 * down to one event. If that fails, the organization's events are numbered without being queued for webhooks. This is
 * logged once. Deferred events are queued later and not lost.
 */
export class Sequencer {
  readonly #options: SequencerOptions
  readonly #waiting = new Set<number>()
  readonly #running = new Map<number, Promise<void>>()
  /** Organizations that wait for the end of their pause. */
  readonly #paused = new Set<number>()
  /** Batch sizes of organizations after a rejected batch. */
  readonly #limits = new Map<number, number>()
  readonly #deferred: Postponed<number> = postponed<number>(String)
  readonly #failing: FailurePeriod
  readonly #polling: Loop
  readonly #endings: (() => void)[]
  // A statement is not part of the request that recorded the event.
  readonly #outside = AsyncLocalStorage.snapshot()
  /** Whether the last poll found as many organizations as it can return, and each one so far had events. */
  #isFull = false
  #isClosed = false

  constructor(options: SequencerOptions) {
    const { db, notifications, log, onQueued } = options
    this.#options = options
    this.#failing = failurePeriod('numbering events', log)
    this.#polling = loop({
      name: 'looking for events without a number',
      log,
      round: () => this.#poll(),
      failedMs: FAILED_MS,
    })
    const wake = (organizationId: number) => this.#wake(organizationId)
    this.#endings = [
      setNumbering(db, { wake, countQueued: onQueued }),
      notifications.on('recorded', (organizationId) =>
        organizationId === null ? this.#polling.wake() : wake(organizationId),
      ),
    ]
  }

  /** Numbers what was reported so far, and stops. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#endings.forEach((end) => end())
    await this.#polling.stop()
    this.#paused.clear()
    this.#start()
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  #wake(organizationId: number): void {
    if (this.#isClosed) return
    this.#waiting.add(organizationId)
    this.#start()
  }

  #start(): void {
    for (const organizationId of this.#waiting) {
      if (this.#running.size >= AT_ONCE) return
      if (this.#running.has(organizationId) || this.#paused.has(organizationId)) continue
      this.#waiting.delete(organizationId)
      this.#running.set(
        organizationId,
        this.#outside(() => this.#run(organizationId)),
      )
    }
  }

  async #run(organizationId: number): Promise<void> {
    try {
      const { numbered, more, busy } = await this.#step(organizationId)
      this.#failing.worked()
      if (numbered === 0) this.#isFull = false
      if (more) this.#wake(organizationId)
      else if (numbered > 0) this.#pause(organizationId)
      // The other process may have begun before the latest events were committed.
      if (busy) void sleep(BUSY_MS, undefined, { ref: false }).then(() => this.#wake(organizationId))
    } catch (error) {
      // The next poll tries again.
      this.#isFull = false
      this.#failing.failed(error)
    } finally {
      this.#running.delete(organizationId)
      this.#start()
      if (this.#isFull && this.#running.size === 0) this.#polling.wake()
    }
  }

  #pause(organizationId: number): void {
    if (this.#isClosed) return
    this.#paused.add(organizationId)
    const end = () => {
      this.#paused.delete(organizationId)
      this.#start()
    }
    setTimeout(end, PAUSE_MS).unref()
  }

  async #step(organizationId: number): Promise<Numbered> {
    const limit = this.#limits.get(organizationId) ?? NUMBERING_BATCH
    const defer = this.#deferred.pausedKeys().includes(organizationId)
    try {
      const done = await this.#options.number(organizationId, { limit, defer })
      if (limit * 2 >= NUMBERING_BATCH) this.#limits.delete(organizationId)
      else this.#limits.set(organizationId, limit * 2)
      return done
    } catch (error) {
      if (defer || (await isUnavailable(this.#options.db, error))) throw error
      this.#limits.set(organizationId, Math.max(Math.floor(limit / SMALLER), 1))
      if (limit === 1) this.#defer(organizationId, error)
      return { numbered: 0, queued: 0, more: true, busy: false }
    }
  }

  async #poll(): Promise<number> {
    const found = await organizationsToNumber(this.#options.db)
    this.#isFull = found.length === MAX_ORGANIZATIONS
    for (const organizationId of found) this.#wake(organizationId)
    return POLL_MS
  }

  #defer(organizationId: number, error: unknown): void {
    if (this.#deferred.postpone(organizationId))
      this.#options.log.error(
        { err: error, organizationId },
        "an organization's events could not be queued for webhooks; they are deferred and tried again later",
      )
  }
}
