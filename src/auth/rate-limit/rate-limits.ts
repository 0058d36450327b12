import { failurePeriod, type FailurePeriod } from '../../lib/concurrency/failure-period.ts'
import type { Logger } from '../../lib/log/logger.ts'
import type { Db } from '../../db/database.ts'
import { tooManyRequests, type AppError } from '../../lib/errors.ts'
import { monotonicMs } from '../../lib/time/clock.ts'
import {
  applyTotal,
  chargeOf,
  demandOf,
  rejectWaiting,
  takeBatch,
  type Bucket,
  type Charge,
} from './bucket.ts'
import { Buckets, type UnitLimits } from './buckets.ts'
import type { Payer } from './payer.ts'
import { additionOf, createSharedCounts, SERVER_GONE_SECONDS, type SharedCounts } from './shared-counts.ts'

const HEARTBEAT_MS = 10_000
const KNOWN_AFTER_MS = 2 * HEARTBEAT_MS
/** Heartbeats between two deletions of past counts. */
const PURGE_AFTER = 360
/** Maximum number of credentials in one statement. */
const BATCH = 500

/**
 * Limits the units that a credential and its group spend in a minute, over all servers of a database.
 *
 * A server counts its own requests and records them in the database in portions. With `n` servers a portion
 * is p = limit / 20 / n, rounded down. A server may spend p units that it has not recorded, and may record p
 * units that it has not spent. Recorded units are numbered by the database, and those above the limit are
 * void. Hence:
 * - At most limit + n·p ≤ 105 % is spent: what is recorded and valid, and p unrecorded units of each server.
 * - Nothing is refused below limit − n·p ≥ 95 %, because all other recorded units are spent.
 * - One server refuses exactly above the limit, because its own unused units are all that is not spent.
 *
 * A server asks for the next portion when it has spent half of one unrecorded, so credentials with few
 * requests are never written. A request waits only if p unrecorded units do not suffice, always if p is 0.
 * Waiting requests share a statement. Nothing is asked for once a window is exhausted.
 *
 * A killed server loses p unrecorded units and leaves p unused ones. A server has p = 0 until the others count it,
 * because their p is too large, and without the database for 20 seconds, so its requests fail as the statement does.
 * A database that crashes forgets the counts of the minute.
 */
export class RateLimits {
  readonly limits: UnitLimits
  readonly #counts: SharedCounts
  readonly #heartbeats: FailurePeriod
  readonly #buckets: Buckets
  readonly #asking = new Set<Bucket>()
  #isRunning = false
  #round: Promise<void> | undefined
  #seenAt = 0
  #knownAt = Infinity
  #beats = 0
  #heartbeat: NodeJS.Timeout | undefined

  private constructor(db: Db, limits: UnitLimits, log: Logger) {
    this.limits = limits
    this.#buckets = new Buckets(limits)
    this.#counts = createSharedCounts(db)
    this.#heartbeats = failurePeriod('sharing rate limits', log)
  }

  /** Registers this server. @throws Error without the database */
  static async open(db: Db, perMinute: UnitLimits, log: Logger): Promise<RateLimits> {
    const limits = new RateLimits(db, perMinute, log)
    // The first statement registers, the second one also counts the servers that registered at the same time.
    await limits.#exchange([])
    limits.#knownAt = monotonicMs() + KNOWN_AFTER_MS
    await limits.#exchange([])
    limits.#heartbeat = setInterval(() => void limits.#beat(), HEARTBEAT_MS).unref()
    return limits
  }

  /**
   * Spends units of a credential, all or none, and then those of its group. Returns the one with fewer units left, or
   * the one that has too few. The result is a promise only if it depends on the database. More units than a limit count
   * as the limit.
   * @throws Error of the statement, through the promise
   */
  spend({ credential, group }: Payer, units: number): Charge | Promise<Charge> {
    const own = this.#spend(credential, false, units)
    if (group === null || this.limits.group === 0) return own
    const together = (charge: Charge) => {
      if (!charge.isAdmitted) return charge
      const shared = this.#spend(group, true, units)
      return shared instanceof Promise
        ? shared.then((later) => scarcer(charge, later))
        : scarcer(charge, shared)
    }
    return own instanceof Promise ? own.then(together) : together(own)
  }

  #spend(credential: string, isGroup: boolean, units: number): Charge | Promise<Charge> {
    const bucket = this.#buckets.of(credential, isGroup)
    const share = this.#buckets.shareOf(bucket)
    const used = bucket.used + Math.min(units, share.limit)
    if (used <= bucket.free) {
      bucket.used = used
      if (used > bucket.asksAbove) this.#ask(bucket)
      return chargeOf(bucket, true, share)
    }
    if (bucket.isExhausted) return chargeOf(bucket, false, share)
    return new Promise((settle) => {
      bucket.waiting.push({ units: used - bucket.used, settle })
      this.#ask(bucket)
    })
  }

  /** Returns the error for units that were not spent. */
  refusal({ resetsIn, limit, isOfOrganization }: Charge): AppError {
    const whose = isOfOrganization ? 'the limit of the organization' : 'the limit'
    return tooManyRequests(`Too many requests: ${whose} is ${limit} per minute`, resetsIn)
  }

  /** Records what was spent, gives unused units back and removes this server. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    await this.#round
    const open = this.#buckets.unsettled().map((bucket) => additionOf(bucket, bucket.used - bucket.granted))
    try {
      for (let from = 0; from < open.length; from += BATCH)
        await this.#counts.add(open.slice(from, from + BATCH))
      await this.#counts.leave()
    } catch {} // The others count this server for 30 seconds more.
  }

  #ask(bucket: Bucket): void {
    this.#asking.add(bucket)
    if (this.#isRunning) return
    this.#isRunning = true
    this.#round = this.#run()
  }

  async #run(): Promise<void> {
    await new Promise(setImmediate) // Requests of the same turn share a statement.
    while (this.#asking.size > 0) {
      const batch = takeBatch(this.#asking, BATCH)
      await this.#exchange(batch).catch((error: unknown) => {
        for (const bucket of batch) rejectWaiting(bucket, error)
      })
    }
    // Without a pause after the last check, so that nothing is added in between.
    this.#isRunning = false
  }

  async #exchange(batch: Bucket[]): Promise<void> {
    const demands = batch.map((bucket) => ({
      bucket,
      demand: demandOf(bucket, this.#buckets.shareOf(bucket)),
    }))
    const additions = demands.map(({ bucket, demand }) => additionOf(bucket, demand.spent + demand.wanted))
    const askedAt = monotonicMs()
    const { totals, servers, databaseMs } = await this.#counts.add(additions)
    this.#seenAt = monotonicMs()
    this.#buckets.windows.observe(databaseMs, askedAt, this.#seenAt)
    const isKnown = servers === 1 || this.#seenAt >= this.#knownAt
    this.#buckets.share(isKnown ? servers : null)
    for (const { bucket, demand } of demands) {
      const total = totals[bucket.credential]
      if (total === undefined) this.#restart(bucket)
      else applyTotal(bucket, demand, total, this.#buckets.shareOf(bucket))
      if (bucket.waiting.length > 0) this.#asking.add(bucket)
    }
  }

  /** Ends a window that has ended by another server's clock. Unrecorded and waiting units are of the next one. */
  #restart(bucket: Bucket): void {
    bucket.endsAt = -Infinity
    const { credential, isGroup, used, granted, waiting } = bucket
    this.#buckets.of(credential, isGroup).used += Math.max(0, used - granted)
    for (const { units, settle } of waiting.splice(0)) settle(this.#spend(credential, isGroup, units))
  }

  /** Announces that this server is alive, and learns about the others. */
  async #beat(): Promise<void> {
    this.#buckets.forgetPast()
    if (monotonicMs() - this.#seenAt > SERVER_GONE_SECONDS * 1_000 - HEARTBEAT_MS) this.#buckets.share(null)
    try {
      if (this.#beats++ % PURGE_AFTER === 0) await this.#counts.purge()
      await this.#exchange([])
      this.#heartbeats.worked()
    } catch (error) {
      this.#heartbeats.failed(error)
    }
  }
}

/** Returns the charge that refuses, or else the one with fewer units left. */
const scarcer = (own: Charge, shared: Charge): Charge =>
  shared.isAdmitted && own.remaining <= shared.remaining ? own : shared
