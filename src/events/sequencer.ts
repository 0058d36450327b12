import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { isUnavailable } from '../db/errors/is-too-much.ts'
import type { Notifications } from '../db/history/notifications.ts'
import { failurePeriod, type FailurePeriod } from '../lib/concurrency/failure-period.ts'
import { loop, type Loop } from '../lib/concurrency/loop.ts'
import { postponed, type Postponed } from '../lib/concurrency/postponed.ts'
import type { Logger } from '../lib/log/logger.ts'
import { MAX_ORGANIZATIONS, organizationsToNumber } from './heads.ts'
import { NumberingQueue } from './numbering-queue.ts'
import { NUMBERING_BATCH, type Numbered, type NumberingStep } from './numbering-step.ts'
import { setNumbering } from './recorded.ts'

type SequencerOptions = {
  db: Db
  notifications: Notifications
  log: Logger
  /** Numbers the recorded events of an organization. */
  number: (organizationId: number, step: Required<NumberingStep>) => Promise<Numbered>
  /** Counts deliveries that were queued with the numbers. */
  onQueued: (count: number) => void
}

/** Result of a step that is repeated in another form. */
const AGAIN: Numbered = { numbered: 0, queued: 0, more: true, busy: false }

/** Maximum number of concurrent transactions. */
const AT_ONCE = 4
const POLL_MS = 200
const FAILED_MS = 500
/** Pause before another try while another process numbers events of the organization, in milliseconds. */
const BUSY_MS = 3
/** Divisor of the batch size after a rejected batch. */
const SMALLER = 8

/**
 * The numbering of a process. Numbers what it records at once, and what others have left when it polls. Any number
 * of processes may run it on one database. Each organization has transactions of its own. When PostgreSQL rejects one,
 * smaller batches follow, down to one event. If that fails, the organization's events are numbered without being queued
 * for webhooks. This is logged once. Deferred events are queued later and not lost.
 */
export class Sequencer {
  readonly #options: SequencerOptions
  readonly #queue = new NumberingQueue(() => this.#start())
  readonly #transactions = new Set<Promise<void>>()
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
    this.#queue.resumeAll()
    this.#start()
    while (this.#transactions.size > 0) await Promise.all(this.#transactions)
  }

  #wake(...organizationIds: number[]): void {
    if (this.#isClosed) return
    for (const id of organizationIds) this.#queue.add(id)
    this.#start()
  }

  #start(): void {
    while (this.#transactions.size < AT_ONCE) {
      const taken = this.#queue.take()
      if (taken === undefined) return
      const transaction = this.#outside(() => this.#run(taken)).finally(() => {
        this.#transactions.delete(transaction)
        this.#queue.finish(taken)
        this.#start()
        if (this.#isFull && this.#queue.isIdle) this.#polling.wake()
      })
      this.#transactions.add(transaction)
    }
  }

  async #run(organizationId: number): Promise<void> {
    try {
      const numbered = await this.#step(organizationId)
      this.#failing.worked()
      if (numbered.more) this.#wake(organizationId)
      this.#continue(organizationId, numbered)
    } catch (error) {
      // The next poll tries again.
      this.#isFull = false
      this.#failing.failed(error)
    }
  }

  #continue(organizationId: number, { numbered, more, busy }: Numbered): void {
    if (numbered === 0) this.#isFull = false
    if (numbered > 0 && !more && !this.#isClosed) this.#queue.pause(organizationId)
    // The other process may have begun before the latest events were committed.
    if (busy) void sleep(BUSY_MS, undefined, { ref: false }).then(() => this.#wake(organizationId))
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
      return AGAIN
    }
  }

  async #poll(): Promise<number> {
    const found = await organizationsToNumber(this.#options.db)
    this.#isFull = found.length === MAX_ORGANIZATIONS
    this.#wake(...found)
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
