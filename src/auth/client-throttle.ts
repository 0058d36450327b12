import { LRUCache } from 'lru-cache'
import { AppError, tooManyRequests } from '../lib/errors.ts'
import { networkOf } from '../lib/http/network-of.ts'
import type { FailedAttempts, Failures, Span } from './failed-attempts.ts'

export type ClientThrottle = ReturnType<typeof createClientThrottle>

/** Failures allowed in a span (contract 2). */
const MAX_FAILURES = 20
const SPAN: Span = { seconds: 60, sliding: false }
/** Maximum length of a client id that is considered. Existing ones are shorter. */
const MAX_ID = 100
/** Maximum number of failing pairs of client and network in a process's cache. */
const MAX_KNOWN = 10_000

/** The claimed client and the address of the request. */
type Claim = { clientId: string; address: string }

/**
 * Limits guessing of client secrets to 20 failures a minute per client id, per network and per pair of both,
 * in all processes. Further failures are rejected. A pair over the limit is rejected without an attempt.
 * Other networks and clients can still authenticate with the right secret, so a client cannot be locked out.
 * Only failures are written. Only pairs that failed at this process are read before an attempt.
 */
export function createClientThrottle(attempts: FailedAttempts) {
  const failing = new LRUCache<string, true>({ max: MAX_KNOWN, ttl: SPAN.seconds * 1000 })
  return {
    /**
     * Runs `work`, which authenticates a client, and counts failures. @throws AppError RATE_LIMITED after too
     * many, else as `work`
     */
    async guard<Result>(claim: Claim, work: () => Promise<Result>): Promise<Result> {
      const clientId = claim.clientId.slice(0, MAX_ID)
      const network = networkOf(claim.address)
      const pair = { kind: 0, name: [clientId, network] }
      const clientKey = `${network} ${clientId}`
      if (failing.has(clientKey)) refuseAfter(MAX_FAILURES, await attempts.of([pair]))
      try {
        return await work()
      } catch (error) {
        if (!isAuthenticationFailure(error)) throw error
        failing.set(clientKey, true)
        const subjects = [pair, { kind: 1, name: [clientId] }, { kind: 2, name: [network] }]
        refuseAfter(MAX_FAILURES + 1, await attempts.add(subjects, SPAN))
        throw error
      }
    },
  }
}

const isAuthenticationFailure = (error: unknown) =>
  error instanceof AppError && error.code === 'UNAUTHORIZED' && error.details?.oauth === 'invalid_client'

function refuseAfter(most: number, failures: Failures[]): void {
  const waits = failures.filter(({ count }) => count >= most).map(({ untilForgotten }) => untilForgotten)
  if (waits.length === 0) return
  throw tooManyRequests('Too many failed client authentications; try again later', Math.max(...waits))
}
