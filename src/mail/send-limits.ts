const MINUTE_MS = 60_000

export type SendLimits = {
  /**
   * Returns the delay in milliseconds after which a message to an address may be sent. After 0 it counts as sent.
   * An urgent one waits for other urgent ones only.
   */
  delayFor: (address: string, isUrgent: boolean) => number
}

/**
 * Counts messages in fixed minutes of a monotonic clock, in total and by the recipient's domain. Delayed messages are
 * spread over the following minutes. 0 disables a limit.
 */
export function sendLimits(limits: Limits): SendLimits {
  const [all, urgent] = [counter(limits), counter(limits)]
  return {
    delayFor(address, isUrgent) {
      const delayMs = all(address)
      return isUrgent ? urgent(address) : delayMs
    },
  }
}

type Limits = { perMinute: number; perDomainPerMinute: number }

function counter({ perMinute, perDomainPerMinute }: Limits): (address: string) => number {
  const now = () => performance.now()
  let start = now()
  let all = 0
  const ofDomains = new Map<string, number>()
  return (address) => {
    if (now() - start >= MINUTE_MS) {
      start = now()
      all = 0
      ofDomains.clear()
    }
    const domain = address.replace(/^.*@/, '')
    const ofDomain = ofDomains.get(domain) ?? 0
    ofDomains.set(domain, ofDomain + 1)
    const minutes = minutesAfter(ofDomain, perDomainPerMinute) || minutesAfter(all++, perMinute)
    return minutes === 0 ? 0 : start + minutes * MINUTE_MS - now()
  }
}

/** Returns the number of minutes until a message may follow `count` others. */
const minutesAfter = (count: number, limit: number) => (limit === 0 ? 0 : Math.floor(count / limit))
