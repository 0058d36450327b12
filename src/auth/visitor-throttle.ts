import { tooManyRequests } from '../lib/errors.ts'
import { networkOf, siteOf } from '../lib/http/network-of.ts'
import type { AnonymousWrites } from './caller.ts'
import type { FailedAttempts, Span } from './failed-attempts.ts'

export type VisitorThrottle = ReturnType<typeof createVisitorThrottle>

const HOUR: Span = { seconds: 3600, sliding: false }
const MINUTE: Span = { seconds: 60, sliding: false }
/** Kinds of the network and its site, and number of requests of a network in one organization in a span. */
const LIMITS = {
  votes: { kinds: [6, 8], most: 60, span: HOUR },
  posts: { kinds: [7, 9], most: 10, span: HOUR },
  codes: { kinds: [11, 12], most: 20, span: HOUR },
  clients: { kinds: [13, 14], most: 20, span: HOUR },
  documents: { kinds: [15, 16], most: 10, span: MINUTE },
} as const
const NAMES = {
  votes: 'votes or posts without signing in',
  posts: 'votes or posts without signing in',
  codes: 'requests to sign in',
  clients: 'registrations of clients',
  documents: 'metadata documents of clients',
}
/** Networks of an IPv6 site that may each send as many. */
const NETWORKS_OF_SITE = 4

/** Votes and posts without a session, requests for codes that sign in, and those of public OAuth clients. */
type Counted = keyof AnonymousWrites | 'codes' | 'clients' | 'documents'

/** A write without a session: the organization, 0 if it concerns none, and the address of the request. */
type Write = { organizationId: number; address: string }

/**
 * Limits writes without a session to 60 votes, 10 posts and 20 requests for codes an hour, per network and
 * organization, in all processes, and to four times as many of an IPv6 site. A new cookie restores nothing. A network
 * registers 20 OAuth clients an hour, and causes the fetch of 10 metadata documents a minute.
 */
export function createVisitorThrottle(attempts: FailedAttempts) {
  return {
    /** Counts a write. @throws AppError RATE_LIMITED with the delay */
    async count(write: Counted, { organizationId, address }: Write): Promise<void> {
      const { kinds, most, span } = LIMITS[write]
      const [network, site] = [networkOf(address), siteOf(address)]
      const subjects = [network, ...(site === null ? [] : [site])].map((name, index) => ({
        kind: kinds[index] ?? kinds[0],
        name: [String(organizationId), name],
      }))
      const [ofNetwork, ofSite] = await attempts.add(subjects, span)
      const waits = [
        ofNetwork && ofNetwork.count > most ? ofNetwork.untilForgotten : 0,
        ofSite && ofSite.count > NETWORKS_OF_SITE * most ? ofSite.untilForgotten : 0,
      ]
      const wait = Math.max(...waits)
      if (wait > 0) throw tooManyRequests(`Too many ${NAMES[write]}; try again later`, wait)
    },
  }
}
