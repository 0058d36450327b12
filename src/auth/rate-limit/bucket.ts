import { monotonicMs } from '../../lib/time/clock.ts'

/** Length of a window, in seconds. */
export const WINDOW_SECONDS = 60

/** Whether units were spent, and what their credential may spend in the rest of its window. */
export type Charge = {
  isAdmitted: boolean
  /** Units per minute of the credential or group that decides. */
  limit: number
  /** Whether all credentials of an organization together decide. */
  isOfOrganization: boolean
  /** Units that are left. */
  remaining: number
  /** Seconds until the window ends, a whole number from 1. */
  resetsIn: number
}

/** A request that waits for the database's count. */
type Waiting = { units: number; settle: (charge: Charge | Promise<Charge>) => void }

/**
 * Units of a credential in one window, as last read by this process. `granted` of them are recorded in the
 * database for this process, and `others` for other processes. Units up to `free` are spent at once. Above
 * `asksAbove` the process asks the database for more.
 */
export type Bucket = {
  readonly credential: string
  /** Whether it counts several credentials together. */
  readonly isGroup: boolean
  readonly window: number
  /** End of the window, in `monotonicMs()`. */
  endsAt: number
  used: number
  granted: number
  others: number
  /** Whether all units of the window are recorded. Nothing more is asked for. */
  isExhausted: boolean
  free: number
  asksAbove: number
  waiting: Waiting[]
}

/** The limit per window, and the units that a process may spend unrecorded and be granted unused. */
export type Share = { limit: number; portion: number }

/** Units that a process requests: those spent unrecorded, and those to spend. */
type Demand = { spent: number; wanted: number }

/** Start of the name of the group of an organization's credentials. */
export const ORGANIZATION = 'organization:'

/** Part of the limit that all servers together may spend unrecorded, and may hold unused. */
const SLACK = 1 / 20

/** Returns the portion of one of several servers. */
export const portionOf = (limit: number, servers: number) => Math.floor((limit * SLACK) / servers)

/** Creates the bucket of a window in which nothing is spent yet. */
export function createBucket(
  counted: Pick<Bucket, 'credential' | 'isGroup' | 'window' | 'endsAt'>,
  share: Share,
): Bucket {
  const bucket: Bucket = {
    ...counted,
    used: 0,
    granted: 0,
    others: 0,
    isExhausted: false,
    free: 0,
    asksAbove: 0,
    waiting: [],
  }
  applyShare(bucket, share)
  return bucket
}

/** Sets what the process may spend at once, after a change of the share or of the recorded units. */
export function applyShare(bucket: Bucket, { limit, portion }: Share): void {
  const { granted, others, isExhausted } = bucket
  bucket.free = isExhausted ? granted : Math.min(limit - others, granted + portion)
  bucket.asksAbove = isExhausted ? Infinity : granted + Math.ceil(portion / 2)
}

/** Returns what the process asks for: unrecorded units, those of waiting requests, and a portion in advance. */
export function demandOf({ used, granted, waiting }: Bucket, { limit, portion }: Share): Demand {
  const needed = waiting.reduce((sum, { units }) => sum + units, portion)
  const unused = Math.max(0, granted - used)
  return { spent: Math.max(0, used - granted), wanted: Math.max(0, Math.min(limit, needed) - unused) }
}

/**
 * Applies the units recorded by all processes after a demand. Requested units whose number is above the limit
 * are void. Answers the waiting requests that this decides.
 */
export function applyTotal(bucket: Bucket, { spent, wanted }: Demand, total: number, share: Share): void {
  const valid = Math.max(0, wanted - Math.max(0, total - share.limit))
  bucket.granted += spent + valid
  bucket.others = Math.max(0, total - (wanted - valid) - bucket.granted)
  bucket.isExhausted ||= total >= share.limit
  applyShare(bucket, share)
  const undecided: Waiting[] = []
  for (const request of bucket.waiting) {
    const isAdmitted = bucket.used + request.units <= bucket.free
    if (isAdmitted) bucket.used += request.units
    if (isAdmitted || bucket.isExhausted) request.settle(chargeOf(bucket, isAdmitted, share))
    else undecided.push(request)
  }
  bucket.waiting = undecided
}

/** Fails the waiting requests with an error of the database. */
export function rejectWaiting({ waiting }: Bucket, error: unknown): void {
  for (const { settle } of waiting.splice(0)) settle(Promise.reject(error))
}

/** Returns the result of a request. */
export function chargeOf(
  { credential, used, others, endsAt }: Bucket,
  isAdmitted: boolean,
  { limit }: Share,
): Charge {
  return {
    isAdmitted,
    limit,
    isOfOrganization: credential.startsWith(ORGANIZATION),
    remaining: Math.max(0, limit - others - used),
    resetsIn: Math.max(1, Math.ceil((endsAt - monotonicMs()) / 1_000)),
  }
}

/**
 * Removes at most `size` buckets from a set and returns them, one of each credential. A credential whose window ends
 * while its bucket asks has two, and a statement can count it only once.
 */
export function takeBatch(asking: Set<Bucket>, size: number): Bucket[] {
  const batch = new Map<string, Bucket>()
  for (const bucket of asking) {
    if (batch.size === size) break
    if (batch.has(bucket.credential)) continue
    batch.set(bucket.credential, bucket)
    asking.delete(bucket)
  }
  return [...batch.values()]
}
