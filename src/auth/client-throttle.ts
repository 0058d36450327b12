import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../lib/errors.ts'

export type ClientThrottle = ReturnType<typeof createClientThrottle>

/** Failures allowed in a span, in seconds (contract chapter 2). */
const LIMIT = { points: 20, duration: 60 }
/** More of a claimed client id is not remembered. */
const LONGEST_ID = 100

/** Which client is claimed, and where the claim comes from. */
export type Claim = { clientId: string; address: string }

/**
 * Slows down guessing client secrets: 20 failures a minute per client id, per address, and of both together. Further
 * failures are told to wait. Where both together have failed too often nothing is even tried; from elsewhere, and for
 * another client, the right secret still passes, so that nobody can lock a client out.
 */
export function createClientThrottle() {
  const clients = new RateLimiterMemory(LIMIT)
  const addresses = new RateLimiterMemory(LIMIT)
  const pairs = new RateLimiterMemory(LIMIT)

  const count = async ({ clientId, address }: Claim): Promise<void> => {
    const counted = await Promise.allSettled([
      clients.consume(clientId),
      addresses.consume(address),
      pairs.consume(pairOf(clientId, address)),
    ])
    const exceeded = counted.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as unknown] : [],
    )
    if (exceeded.length > 0) throw refusalOf(exceeded)
  }

  return {
    /** Runs what authenticates a client, counting failures. @throws AppError RATE_LIMITED after too many, else as `work` */
    async guard<Result>({ clientId, address }: Claim, work: () => Promise<Result>): Promise<Result> {
      const claim = { clientId: clientId.slice(0, LONGEST_ID), address }
      const known = await pairs.get(pairOf(claim.clientId, claim.address))
      if (known && known.consumedPoints >= LIMIT.points) throw refusalOf([known])
      try {
        return await work()
      } catch (error) {
        if (isAuthenticationFailure(error)) await count(claim)
        throw error
      }
    },
  }
}

const pairOf = (clientId: string, address: string) => `${address} ${clientId}`

const isAuthenticationFailure = (error: unknown) =>
  error instanceof AppError && error.code === 'UNAUTHORIZED' && error.details?.oauth === 'invalid_client'

function refusalOf(exceeded: unknown[]): unknown {
  const waits = exceeded.map((result) => (result instanceof RateLimiterRes ? result.msBeforeNext : null))
  const surprise = waits.indexOf(null)
  if (surprise >= 0) return exceeded[surprise]
  const retryAfter = Math.max(1, Math.ceil(Math.max(...waits.map(Number)) / 1000))
  return new AppError('RATE_LIMITED', 'Too many failed client authentications; try again later', {
    retryAfter,
  })
}
