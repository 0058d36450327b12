import type { WebSocket } from 'ws'
import { countRefusedConnection } from '../../metrics/metrics.ts'
import { TOO_MANY_EARLY, type CloseFrame } from '../close-codes.ts'

/** Bounds how much of the process one socket takes by what it sends. */
export type Reading = {
  /** Counts a message or a ping; whether it is dealt with. */
  admit(): boolean
  /** Counts milliseconds that a message took beyond what it counts for itself. */
  spend(ms: number): void
  /** Its `connection_init` was accepted. */
  begin(): void
}

/** Messages and pings before `connection_init` is accepted; a client needs one. */
const MAX_EARLY = 20
/** Messages after the socket was closed that are passed over before nothing is read any more. */
const MAX_LATE = 20
/** Messages, or milliseconds of work, that a socket may have at once and per second. */
const MAX_AT_ONCE = 1_000
const PER_SECOND = 200
/** Most that is made up for later: a socket rests for 10 seconds, less than it has to answer a ping. */
const MAX_OWED = 2_000
const REST_MS = 50

/**
 * Counts what a socket sends. Too much before `connection_init` closes it (4400). Later a socket that sends faster than
 * it may is not read for a while, and loses nothing; once it is closed, what it still sends is passed over.
 */
export function createReading(webSocket: WebSocket, close: (closing: CloseFrame) => void): Reading {
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
        countRefusedConnection('early_messages')
        close(TOO_MANY_EARLY)
        return false
      }
      return true
    },
    spend: take,
    begin: () => (begun = true),
  }
}
