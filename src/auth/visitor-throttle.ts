import { tooManyRequests } from '../lib/errors.ts'
import { networkOf, siteOf } from '../lib/http/network-of.ts'
import type { AnonymousWrites } from './caller.ts'
import type { FailedAttempts, Span } from './failed-attempts.ts'

export type VisitorThrottle = ReturnType<typeof createVisitorThrottle>

const SPAN: Span = { seconds: 3600, sliding: false }
/** Kinds of the network and its site, and number of writes of a network in one organization in a span. */
const LIMITS = {
  votes: { kinds: [6, 8], most: 60 },
  posts: { kinds: [7, 9], most: 10 },
  codes: { kinds: [11, 12], most: 20 },
} as const
const NAMES = {
  votes: 'votes or posts without signing in',
  posts: 'votes or posts without signing in',
  codes: 'requests to sign in',
}
/** Networks of an IPv6 site that may each send as many. */
const NETWORKS_OF_SITE = 4

/** Votes and posts without a session, and requests for codes that sign in. */
type Counted = keyof AnonymousWrites | 'codes'

/** A write without a session: the organization, and the address of the request. */
type Write = { organizationId: number; address: string }

/**
 * Limits writes without a session to 60 votes, 10 posts and 20 requests for codes an hour, per network and
 * organization, in all processes, and to four times as many of an IPv6 site. A new cookie restores nothing.
 */
export function createVisitorThrottle(attempts: FailedAttempts) {
  return {
    /** Counts a write. @throws AppError RATE_LIMITED with the delay */
    async count(write: Counted, { organizationId, address }: Write): Promise<void> {
      const { kinds, most } = LIMITS[write]
      const [network, site] = [networkOf(address), siteOf(address)]
      const subjects = [network, ...(site === null ? [] : [site])].map((name, index) => ({
        kind: kinds[index] ?? kinds[0],
        name: [String(organizationId), name],
      }))
      const [ofNetwork, ofSite] = await attempts.add(subjects, SPAN)
      const waits = [
        ofNetwork && ofNetwork.count > most ? ofNetwork.untilForgotten : 0,
        ofSite && ofSite.count > NETWORKS_OF_SITE * most ? ofSite.untilForgotten : 0,
      ]
      const wait = Math.max(...waits)
      if (wait > 0) throw tooManyRequests(`Too many ${NAMES[write]}; try again later`, wait)
    },
  }
}
