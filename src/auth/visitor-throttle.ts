import { tooManyRequests } from '../lib/errors.ts'
import { networkOf } from '../lib/http/network-of.ts'
import type { AnonymousWrites } from './caller.ts'
import type { FailedAttempts, Span } from './failed-attempts.ts'

export type VisitorThrottle = ReturnType<typeof createVisitorThrottle>

const SPAN: Span = { seconds: 3600, sliding: false }
/** Kind of the subject, and number of writes of a network in one organization in a span. */
const LIMITS = { votes: { kind: 6, most: 60 }, posts: { kind: 7, most: 10 } } as const

/** A write without a session: the organization, and the address of the request. */
type Write = { organizationId: number; address: string }

/**
 * Limits writes without a session to 60 votes and 10 posts an hour, per network and organization, in all processes. A
 * new cookie restores nothing.
 */
export function createVisitorThrottle(attempts: FailedAttempts) {
  return {
    /** Counts a write. @throws AppError RATE_LIMITED with the delay */
    async count(write: keyof AnonymousWrites, { organizationId, address }: Write): Promise<void> {
      const { kind, most } = LIMITS[write]
      const name = [String(organizationId), networkOf(address)]
      const [counted] = await attempts.add([{ kind, name }], SPAN)
      if (!counted || counted.count <= most) return
      throw tooManyRequests(
        'Too many votes or posts without signing in; try again later',
        counted.untilForgotten,
      )
    },
  }
}
