import type { HeaderList } from './header-list.ts'

/** Units that a credential has left for the next `resetsIn` seconds. */
type Quota = { remaining: number; resetsIn: number }

/** Seconds for which the limit is. */
const WINDOW = 60

/** Returns the value of `RateLimit` (draft-ietf-httpapi-ratelimit-headers-11 section 4). */
export const rateLimitHeader = ({ remaining, resetsIn }: Quota) => `"default";r=${remaining};t=${resetsIn}`

/**
 * Returns the headers of a response to a request that is not counted: the policy
 * (draft-ietf-httpapi-ratelimit-headers-11 section 3) and the whole quota. Empty without a limit.
 */
export function rateLimitHeaders(limit: number): HeaderList {
  if (limit === 0) return []
  return [
    ['RateLimit-Policy', `"default";q=${limit};w=${WINDOW}`],
    ['RateLimit', rateLimitHeader({ remaining: limit, resetsIn: WINDOW })],
  ]
}
