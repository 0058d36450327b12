import { backoff, pause } from './pause.ts'

/** How often and how long a request is repeated. */
export type RetryOptions = {
  /** Maximum number of requests in total. 1 repeats nothing. Default 4. */
  attempts?: number | undefined
  /** Maximum wait before a repetition, in milliseconds. A longer `Retry-After` ends the tries. Default 60,000. */
  maxWaitMs?: number | undefined
}

/** Sends a request, and repeats it if `isRepeatable`. */
export type Send = (request: Request, isRepeatable: boolean) => Promise<Response>

/** Maximum wait without `Retry-After`, in milliseconds. */
const MAX_BACKOFF_MS = 8_000

/** Outcome of one request. */
type Outcome = { response: Response } | { failure: unknown }

/**
 * Returns a function that sends a request with `fetch` and repeats a repeatable one: after 429 and 503, when
 * `Retry-After` permits, and after a lost connection. After a lost connection 409 is repeated too, because the first
 * request may still run. A response is read whole, so that it is complete. The last response is returned with any
 * status.
 * @throws the error of `fetch` after the last try, and the reason of an aborted signal
 */
export function retryingFetch(
  fetch: typeof globalThis.fetch,
  { attempts = 4, maxWaitMs = 60_000 }: RetryOptions = {},
): Send {
  return async (request, isRepeatable) => {
    let isLost = false
    for (let tries = 1; ; tries++) {
      const isLast = !isRepeatable || tries >= attempts
      const outcome = await attempt(fetch, isLast ? request : request.clone())
      if ('failure' in outcome) {
        if (isLast || request.signal.aborted) throw outcome.failure
        isLost = true
        await pause(backoff(tries, MAX_BACKOFF_MS), request.signal)
        continue
      }
      const { response } = outcome
      const waitMs = isLast || !mayPass(response, isLost) ? null : waitBefore(response, tries)
      if (waitMs === null || waitMs > maxWaitMs) return response
      await pause(waitMs, request.signal)
    }
  }
}

async function attempt(fetch: typeof globalThis.fetch, request: Request): Promise<Outcome> {
  try {
    const response = await fetch(request)
    // The copy contains what is read here, at the address of the original.
    const copy = response.clone()
    await response.arrayBuffer()
    return { response: copy }
  } catch (failure) {
    return { failure }
  }
}

const mayPass = ({ status }: Response, isLost: boolean) =>
  status === 429 || status === 503 || (status === 409 && isLost)

function waitBefore(response: Response, tries: number): number {
  const header = response.headers.get('Retry-After')
  if (header === null) return backoff(tries, MAX_BACKOFF_MS)
  // Up to a tenth more, so that the clients of a limit do not return together.
  return Math.max(0, retryAfterMs(header, response)) * (1 + Math.random() / 10)
}

/** A date of `Retry-After` (RFC 9110 section 10.2.3) is read by the clock of the server. */
function retryAfterMs(header: string, { headers }: Response): number {
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const serverNow = Date.parse(headers.get('Date') ?? '')
  const wait = Date.parse(header) - (Number.isNaN(serverNow) ? Date.now() : serverNow)
  return Number.isNaN(wait) ? 1000 : wait
}
