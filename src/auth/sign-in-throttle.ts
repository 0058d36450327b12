import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../lib/errors.ts'

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** Failures allowed before a pause, and the span they are counted in, in seconds. */
const PER_EMAIL_AND_ADDRESS = { points: 5, duration: 15 * 60, blockDuration: 15 * 60 }
const PER_ADDRESS = { points: 50, duration: 15 * 60, blockDuration: 15 * 60 }

/**
 * Slows down guessing passwords: few failures per e-mail and address, more per address. Somebody else's
 * failures from elsewhere never lock a person out.
 */
export function createSignInThrottle() {
  const pairs = new RateLimiterMemory(PER_EMAIL_AND_ADDRESS)
  const addresses = new RateLimiterMemory(PER_ADDRESS)
  const pair = (email: string, address: string) => `${address} ${email}`
  return {
    /** Counts a try. @throws AppError RATE_LIMITED after too many */
    async attempt(email: string, address: string): Promise<void> {
      try {
        await pairs.consume(pair(email, address))
        await addresses.consume(address)
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        const retryAfter = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
        throw new AppError('RATE_LIMITED', 'Too many sign-in attempts; try again later', { retryAfter })
      }
    },
    /** Forgets the failures of a person who has signed in. */
    async succeeded(email: string, address: string): Promise<void> {
      await pairs.delete(pair(email, address))
      await addresses.reward(address)
    },
  }
}
