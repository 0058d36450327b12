import { decodeJwt } from 'jose'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Credentials } from '../../auth/credentials.ts'
import { identify } from '../../auth/identify.ts'
import { AppError } from '../../lib/errors.ts'
import { repeat } from '../../lib/concurrency/loop.ts'
import { monotonicMs } from '../../lib/time/clock.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { mapInBatches } from './map-in-batches.ts'
import { visibilityKey } from './visibility-key.ts'
import { readFingerprints } from './credential-fingerprint.ts'

/** A subscription that depends on a credential. */
export type WatchedSubscription = {
  /** The caller as which it currently runs. */
  caller(): Caller
  /** Called when the credential is valid but its caller has changed. */
  onCallerChange(caller: Caller): void
  /** Called when the credential is no longer valid. */
  onRejected(error: GraphQLError): void
}

type CredentialWatch = {
  add(credentials: Credentials, watched: WatchedSubscription): () => void
  stop: () => Promise<void>
}

type Entry = {
  credentials: Credentials
  watching: Set<WatchedSubscription>
  /** Null forces authentication at the next check. */
  fingerprint: string | null
  /** Time of `monotonicMs()`. */
  identifiedAt: number
  /** Expiry of a JWT by the database's clock, in milliseconds. */
  expiresAt: number
}

const INTERVAL_MS = 400
/** Interval after which unchanged credentials are authenticated again, in milliseconds. */
const FORCED_CHECK_MS = 15_000

/**
 * Checks the credentials of open subscriptions periodically, each once for all its subscriptions. A change by
 * any process takes effect within a second (contract 5). One statement reads the fingerprints, and only
 * changed credentials are authenticated again. While the database is unreachable, all subscriptions continue.
 */
export function watchCallers({ services, mask, log }: GraphqlEngine): CredentialWatch {
  const entries = new Map<string, Entry>()

  const checkAll = async (): Promise<void> => {
    const open = [...entries.values()]
    const callers = open
      .map(({ watching }) => [...watching][0]?.caller())
      .filter((caller) => caller !== undefined)
    const { fingerprints, at } = await readFingerprints(services.db, callers)
    const present = monotonicMs()
    const due = open.filter((entry, index) => {
      const before = entry.fingerprint
      entry.fingerprint = fingerprints[index] ?? null
      return (
        before !== entry.fingerprint ||
        entry.expiresAt <= at ||
        entry.identifiedAt + FORCED_CHECK_MS <= present
      )
    })
    if (due.length === 0) return
    // Cached credentials may be older than the rows just read.
    services.apiKeys.clear()
    services.accessTokens.clear()
    for await (const done of mapInBatches(due, identifyAgain)) void done
  }
  const identifyAgain = async (entry: Entry): Promise<void> => {
    try {
      const caller = await identify(services, entry.credentials)
      entry.identifiedAt = monotonicMs()
      for (const watched of [...entry.watching])
        if (visibilityKey(watched.caller()) !== visibilityKey(caller)) watched.onCallerChange(caller)
    } catch (error) {
      if (!isRefusal(error)) return void (entry.fingerprint = null)
      for (const watched of [...entry.watching]) watched.onRejected(mask(error))
    }
  }
  const checking = repeat({
    name: 'checking the credentials of open subscriptions',
    everyMs: INTERVAL_MS,
    log,
    work: async () => {
      if (entries.size > 0) await checkAll()
      return false
    },
  })
  // After a loss of commits, the same id may belong to another row.
  const endListening = services.lineage.onChange(() => {
    for (const entry of entries.values()) entry.fingerprint = null
  })
  return {
    add(credentials, watched) {
      const key = JSON.stringify(credentials)
      const entry = entries.get(key) ?? newEntry(credentials)
      entries.set(key, entry)
      entry.watching.add(watched)
      // It was authenticated before it was added.
      entry.fingerprint = null
      return () => {
        entry.watching.delete(watched)
        if (entry.watching.size === 0) entries.delete(key)
      }
    },
    stop() {
      endListening()
      return checking.stop()
    },
  }
}

function newEntry(credentials: Credentials): Entry {
  return {
    credentials,
    watching: new Set(),
    fingerprint: null,
    identifiedAt: Number.NEGATIVE_INFINITY,
    expiresAt: expiryOf(credentials),
  }
}

function expiryOf({ authorization = '' }: Credentials): number {
  try {
    const { exp } = decodeJwt(authorization.replace(/^Bearer\s+/i, ''))
    return exp === undefined ? Number.POSITIVE_INFINITY : exp * 1000
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

const isRefusal = (error: unknown): error is AppError =>
  error instanceof AppError && (error.code === 'UNAUTHORIZED' || error.code === 'FORBIDDEN')
