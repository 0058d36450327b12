import { decodeJwt } from 'jose'
import type { GraphQLError } from 'graphql'
import type { Caller } from '../../auth/caller.ts'
import { identify, type Credentials } from '../../auth/identify.ts'
import { AppError } from '../../lib/errors.ts'
import { repeat } from '../jobs/repeat.ts'
import type { GraphqlEngine } from '../graphql/engine.ts'
import { mapInBatches } from './map-in-batches.ts'
import { visibilityKey } from './visibility-key.ts'
import { readFingerprints } from './credential-fingerprint.ts'

/** Whoever depends on what a credential is worth. */
export type WatchedSubscription = {
  /** As whom it was last told to go on. */
  caller(): Caller
  /** The credential is still good, but not for the same. */
  onCallerChange(caller: Caller): void
  /** The credential is good for nothing any more. */
  onRejected(error: GraphQLError): void
}

export type CredentialWatch = {
  add(credentials: Credentials, watched: WatchedSubscription): () => void
  stop(): Promise<void>
}

type Entry = {
  credentials: Credentials
  watching: Set<WatchedSubscription>
  /** Null: to be identified again whatever its standing is. */
  fingerprint: string | null
  /** By `performance.now()`. */
  identifiedAt: number
  /** Of JWTs, in milliseconds, by the database's clock. */
  expiresAt: number
}

const INTERVAL_MS = 400
/** How often credentials are identified again whose standing is the same. */
const FORCED_CHECK_MS = 15_000

/**
 * Looks again and again at the credentials of open subscriptions, each once however many use it, so that whatever ends
 * or changes what they are worth is felt within a second, also when another process did it (contract chapter 5). One
 * statement tells whose standing has changed, and only those are identified anew. While the database cannot be reached
 * nothing changes.
 */
export function watchCallers({ services, mask, log }: GraphqlEngine): CredentialWatch {
  const entries = new Map<string, Entry>()

  const checkAll = async (): Promise<void> => {
    const open = [...entries.values()]
    const callers = open
      .map(({ watching }) => [...watching][0]?.caller())
      .filter((caller) => caller !== undefined)
    const { fingerprints: fingerprints, at } = await readFingerprints(services.db, callers)
    const present = performance.now()
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
    // What this process remembers may be older than what was just read.
    services.apiKeys.clear()
    services.accessTokens.clear()
    for await (const done of mapInBatches(due, identifyAgain)) void done
  }
  const identifyAgain = async (entry: Entry): Promise<void> => {
    try {
      const caller = await identify(services, entry.credentials)
      entry.identifiedAt = performance.now()
      for (const watched of [...entry.watching])
        if (visibilityKey(watched.caller()) !== visibilityKey(caller)) watched.onCallerChange(caller)
    } catch (error) {
      if (!isRefusal(error)) return void (entry.fingerprint = null)
      for (const watched of [...entry.watching]) watched.onRejected(mask(error))
    }
  }
  const checking = repeat({
    name: 'looking at the credentials of open subscriptions',
    everyMs: INTERVAL_MS,
    log,
    work: async () => {
      if (entries.size > 0) await checkAll()
      return false
    },
  })
  // The same row may be another one where commits were lost.
  const endListening = services.lineage.onChange(() => {
    for (const entry of entries.values()) entry.fingerprint = null
  })
  return {
    add(credentials, watched) {
      const key = JSON.stringify(credentials)
      const entry = entries.get(key) ?? newEntry(credentials)
      entries.set(key, entry)
      entry.watching.add(watched)
      // It was identified before it came here.
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
