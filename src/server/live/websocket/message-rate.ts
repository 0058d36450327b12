import type { WebSocket } from 'ws'
import type { Metrics } from '../../../graphql/metrics.ts'
import { TOO_MANY_EARLY, type CloseFrame } from '../close-codes.ts'

/** Limits the work that one socket causes by its messages. */
export type Reading = {
  /** Counts a message or a ping. Returns whether to process it. */
  admit(): boolean
  /** Counts the milliseconds of processing a message, in addition to the message. */
  spend(ms: number): void
  /** Records that `connection_init` was accepted. */
  begin(): void
}

/** Maximum number of messages and pings before `connection_init` is accepted. A client needs one. */
const MAX_EARLY = 20
/** Number of messages ignored after the socket was closed. After them, it is not read any more. */
const MAX_LATE = 20
/** Messages, or milliseconds of work, that a socket may use in a burst and per second. */
const MAX_AT_ONCE = 1_000
const PER_SECOND = 200
/** Maximum debt. It pauses a socket for 10 seconds, less than the timeout of a ping. */
const MAX_OWED = 2_000
const REST_MS = 50

/**
 * Limits the messages of a socket by a token bucket. Too many before `connection_init` close it (4400).
 * Later, a socket above its rate is paused and loses no messages. Messages after its close are ignored.
 */
export function createReading(
  webSocket: WebSocket,
  metrics: Pick<Metrics, 'countRefusedConnection'>,
  close: (closing: CloseFrame) => void,
): Reading {
  let begun = false
  let early = 0
  let late = 0
  let left = MAX_AT_ONCE
  let at = performance.now()
  let rest: NodeJS.Timeout | undefined

  const refill = () => {
    const now = performance.now()
    left = Math.min(MAX_AT_ONCE, left + ((now - at) / 1_000) * PER_SECOND)
    at = now
  }
  const take = (amount: number) => {
    refill()
    left = Math.max(-MAX_OWED, left - amount)
    if (left >= 0 || !isOpen()) return
    webSocket.pause()
    rest ??= setTimeout(goOn, REST_MS)
  }
  const goOn = () => {
    refill()
    rest = left < 0 ? setTimeout(goOn, REST_MS) : undefined
    if (!rest) webSocket.resume()
  }
  const isOpen = () => webSocket.readyState === webSocket.OPEN
  webSocket.once('close', () => clearTimeout(rest))
  return {
    admit() {
      if (!isOpen()) {
        if (++late > MAX_LATE) webSocket.pause()
        return false
      }
      if (begun) take(1)
      else if (++early > MAX_EARLY) {
        metrics.countRefusedConnection('early_messages')
        close(TOO_MANY_EARLY)
        return false
      }
      return true
    },
    spend: take,
    begin: () => (begun = true),
  }
}
