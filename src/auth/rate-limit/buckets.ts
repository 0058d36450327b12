import { monotonicMs } from '../../lib/time/clock.ts'
import { applyShare, createBucket, portionOf, type Bucket, type Share } from './bucket.ts'
import { DatabaseWindows } from './windows.ts'

/** Maximum number of credentials that are counted at a time. The oldest are forgotten. */
const MAX_BUCKETS = 100_000

/**
 * Units per minute of a credential or network, and of a group of them. A group is an organization, or a larger network.
 * A group has no limit with 0.
 */
export type UnitLimits = { credential: number; group: number }

/** The buckets of a process, with what it may spend of each. */
export class Buckets {
  readonly windows = new DatabaseWindows()
  readonly #limits: UnitLimits
  readonly #buckets = new Map<string, Bucket>()
  #shares: { credential: Share; group: Share }

  constructor(limits: UnitLimits) {
    this.#limits = limits
    this.#shares = sharesOf(limits, null)
  }

  /** Returns the bucket of the current window of a credential or group. */
  of(credential: string, isGroup: boolean): Bucket {
    const found = this.#buckets.get(credential)
    if (found && monotonicMs() < found.endsAt) return found
    const window = this.windows.next(credential, found?.window)
    const bucket = createBucket({ credential, isGroup, ...window }, this.shareOf({ isGroup }))
    this.#buckets.delete(credential) // Renewed as the last one, so that the first one is the oldest.
    if (this.#buckets.size >= MAX_BUCKETS) {
      const [oldest = ''] = this.#buckets.keys()
      this.#buckets.delete(oldest)
    }
    this.#buckets.set(credential, bucket)
    return bucket
  }

  /** Returns the limit of a bucket, and the portion of this process. */
  shareOf({ isGroup }: Pick<Bucket, 'isGroup'>): Share {
    return isGroup ? this.#shares.group : this.#shares.credential
  }

  /** Sets the portions of one of several servers, which are empty while their number is not known (null). */
  share(servers: number | null): void {
    const shares = sharesOf(this.#limits, servers)
    const { credential, group } = this.#shares
    if (shares.credential.portion === credential.portion && shares.group.portion === group.portion) return
    this.#shares = shares
    for (const bucket of this.#buckets.values()) applyShare(bucket, this.shareOf(bucket))
  }

  /** Forgets the buckets of past windows in which no request waits. */
  forgetPast(): void {
    const at = monotonicMs()
    for (const [credential, { endsAt, waiting }] of this.#buckets)
      if (endsAt < at && waiting.length === 0) this.#buckets.delete(credential)
  }

  /** Returns the buckets whose units are not all recorded, or not all spent. */
  unsettled(): Bucket[] {
    return [...this.#buckets.values()].filter(
      ({ endsAt, used, granted }) => endsAt > monotonicMs() && used !== granted,
    )
  }
}

function sharesOf(limits: UnitLimits, servers: number | null) {
  const shareOf = (limit: number) => ({ limit, portion: servers === null ? 0 : portionOf(limit, servers) })
  return { credential: shareOf(limits.credential), group: shareOf(limits.group) }
}
