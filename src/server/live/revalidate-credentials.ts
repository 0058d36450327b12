import { decodeJwt } from 'jose'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import type { Credentials } from '../../auth/credentials.ts'
import { identify } from '../../auth/identify.ts'
import { AppError } from '../../lib/errors.ts'
import { repeat, type Job } from '../../lib/concurrency/loop.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { mapInBatches } from '../../lib/concurrency/map-in-batches.ts'
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
export class CredentialWatch {
  readonly #graphql: GraphqlEngine
  readonly #entries = new Map<string, Entry>()
  readonly #checking: Job
  readonly #endListening: () => void

  constructor(graphql: GraphqlEngine) {
    this.#graphql = graphql
    this.#checking = repeat({
      name: 'checking the credentials of open subscriptions',
      everyMs: INTERVAL_MS,
      log: graphql.log,
      work: async () => {
        if (this.#entries.size > 0) await this.#checkAll()
        return false
      },
    })
    // After a loss of commits, the same id may belong to another row.
    this.#endListening = graphql.services.lineage.onChange(() => {
      for (const entry of this.#entries.values()) entry.fingerprint = null
    })
  }

  /** Watches the caller of a subscription. Returns a function that ends this. */
  add(credentials: Credentials, watched: WatchedSubscription): () => void {
    const key = JSON.stringify(credentials)
    const entry = this.#entries.get(key) ?? newEntry(credentials)
    this.#entries.set(key, entry)
    entry.watching.add(watched)
    // It was authenticated before it was added.
    entry.fingerprint = null
    return () => {
      entry.watching.delete(watched)
      if (entry.watching.size === 0) this.#entries.delete(key)
    }
  }

  stop(): Promise<void> {
    this.#endListening()
    return this.#checking.stop()
  }

  async #checkAll(): Promise<void> {
    const { services } = this.#graphql
    const open = [...this.#entries.values()]
    const callers = open
      .map(({ watching }) => [...watching][0]?.caller())
      .filter((caller) => caller !== undefined)
    const { fingerprints, at } = await readFingerprints(services.db, callers)
    const checkedAt = performance.now()
    const due = open.filter((entry, index) => isDue(entry, fingerprints[index] ?? null, at, checkedAt))
    if (due.length === 0) return
    // Cached credentials may be older than the rows just read.
    services.apiKeys.clear()
    services.accessTokens.clear()
    services.sessions.clear()
    for await (const done of mapInBatches(due, (entry) => this.#identifyAgain(entry))) void done
  }

  async #identifyAgain(entry: Entry): Promise<void> {
    try {
      const caller = await identify(this.#graphql.services, entry.credentials)
      entry.identifiedAt = performance.now()
      for (const watched of [...entry.watching])
        if (visibilityKey(watched.caller()) !== visibilityKey(caller)) watched.onCallerChange(caller)
    } catch (error) {
      if (!isRefusal(error)) return void (entry.fingerprint = null)
      for (const watched of [...entry.watching]) watched.onRejected(this.#graphql.maskError(error))
    }
  }
}

/** Stores the fingerprint of a credential. Returns whether to authenticate it again. */
function isDue(entry: Entry, fingerprint: string | null, at: number, checkedAt: number): boolean {
  const hasChanged = entry.fingerprint !== fingerprint
  entry.fingerprint = fingerprint
  return hasChanged || entry.expiresAt <= at || entry.identifiedAt + FORCED_CHECK_MS <= checkedAt
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
