import { assertSame, assertThat, skipUnless, formatValue, type Chapter } from '../check.ts'
import type { Target } from '../target.ts'

const TAGS = '/api/v3/tags'

/** Contract 2: the headers of the rate limit. The limit itself is not exhausted. */
export const rateLimits: Chapter = {
  name: 'rate-limits',
  section: '2',
  checks: () => [
    { name: 'RateLimit and RateLimit-Policy have the quota, the rest and the window', run: readQuota },
    { name: 'A request is counted once, also if it is refused', run: countRequests },
  ],
}

/** The quota, the rest and the seconds of the window of a key. */
async function quotaOf({ call }: Target, path = TAGS) {
  const { headers } = await call('GET', path, { as: 'key' })
  const [limit, policy] = [headers.get('RateLimit'), headers.get('RateLimit-Policy')]
  skipUnless(
    limit !== null || policy !== null,
    'the server sends no RateLimit: its limit is off, or it has none',
  )
  const number = (text: string | null, name: string) => {
    const value = new RegExp(`;\\s*${name}=(\\d+)`).exec(text ?? '')?.[1]
    assertThat(
      value !== undefined,
      `RateLimit is ${formatValue(limit)}, RateLimit-Policy is ${formatValue(policy)}`,
    )
    return Number(value)
  }
  return {
    quota: number(policy, 'q'),
    window: number(policy, 'w'),
    rest: number(limit, 'r'),
    end: number(limit, 't'),
  }
}

async function readQuota(target: Target): Promise<void> {
  const { quota, window, rest, end } = await quotaOf(target)
  assertThat(rest < quota, `the rest is ${rest} of ${quota} after a request`)
  assertThat(end <= window, `the window of ${window} s ends in ${end} s`)
}

async function countRequests(target: Target): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const one = await quotaOf(target)
    const other = await quotaOf(target, '/api/v3/tags?page=0')
    assertSame('quota', other.quota, one.quota)
    // A new window may begin between the two requests.
    if (other.rest > one.rest && round === 0) continue
    assertThat(other.rest < one.rest, `the rest was ${one.rest}, and ${other.rest} after a further request`)
    return
  }
}
