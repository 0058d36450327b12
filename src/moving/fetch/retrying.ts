import { FetchFailure, type FetchAnswer, type Send } from './requests.ts'

/** The clock of a fetch: tests give their own. */
export type FetchClock = { now: () => number; wait: (ms: number) => Promise<void> }

const MAX_TRIES = 5
const RETRY_DELAY_MS = 1_000
/** A wait of a limit that is longer pauses the fetch. */
const MAX_WAIT_MS = 15 * 60_000
const MAX_LIMITS = 20

/**
 * Sends a request until it has an answer below 500 that is no limit. Waits as `Retry-After` states, in seconds or as a
 * date (RFC 9110 section 10.2.3). Tries 5 times for 5xx and lost connections.
 * @throws FetchFailure `paused` after the last try, `failed` for 401 and 403 and for an answer that is too large
 */
export function retrying(send: Send, clock: FetchClock): Send {
  return async (request) => {
    let tries = 0
    let limits = 0
    for (;;) {
      const answer = await send(request).catch(lost)
      if (answer?.status === 401 || answer?.status === 403)
        throw new FetchFailure('failed', 'The key was refused.')
      if (answer?.status === 429) {
        limits += 1
        const delay = retryAfter(answer, clock.now()) ?? RETRY_DELAY_MS * 2 ** Math.min(limits, 6)
        if (limits > MAX_LIMITS || delay > MAX_WAIT_MS)
          throw new FetchFailure('paused', 'The source limits requests. Resume later.')
        await clock.wait(delay)
      } else if (answer && answer.status < 500) return answer
      else {
        tries += 1
        if (tries >= MAX_TRIES) throw new FetchFailure('paused', problemOf(answer))
        await clock.wait(RETRY_DELAY_MS * 2 ** (tries - 1))
      }
    }
  }
}

/** A connection that is lost has no answer. @throws FetchFailure for an answer that another try does not change */
function lost(error: unknown): null {
  if (error instanceof FetchFailure) throw error
  return null
}

const problemOf = (answer: FetchAnswer | null) =>
  answer ? `The source answers with the status ${answer.status}.` : 'The connection to the source is lost.'

/** Milliseconds of `Retry-After`, at least 0. Null without a readable one. */
function retryAfter({ headers }: FetchAnswer, now: number): number | null {
  const value = headers['retry-after']?.trim()
  if (value === undefined) return null
  if (/^\d+$/.test(value)) return Number(value) * 1_000
  const moment = Date.parse(value)
  return Number.isNaN(moment) ? null : Math.max(0, moment - now)
}
