import type { WebSocket } from 'ws'
import type { Metrics } from '../../../graphql/metrics.ts'
import { monotonicMs } from '../../../lib/time/clock.ts'
import { TOO_MANY_EARLY, type CloseFrame } from '../close-codes.ts'

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

type Options = {
  metrics: Pick<Metrics, 'countRefusedConnection'>
  /** Closes the socket. */
  close(closing: CloseFrame): void
}

/**
 * Limits the work that one socket causes by its messages, by a token bucket. Too many before
 * `connection_init` close it (4400). Later, a socket above its rate is paused and loses no messages. Messages
 * after its close are ignored.
 */
export class MessageRate {
  readonly #webSocket: WebSocket
  readonly #options: Options
  #hasBegun = false
  #early = 0
  #late = 0
  #left = MAX_AT_ONCE
  #refilledAt = monotonicMs()
  #rest: NodeJS.Timeout | undefined

  constructor(webSocket: WebSocket, options: Options) {
    this.#webSocket = webSocket
    this.#options = options
    webSocket.once('close', () => clearTimeout(this.#rest))
  }

  /** Counts a message or a ping. Returns whether to process it. */
  admit(): boolean {
    if (!this.#isOpen()) {
      if (++this.#late > MAX_LATE) this.#webSocket.pause()
      return false
    }
    if (this.#hasBegun) this.spend(1)
    else if (++this.#early > MAX_EARLY) {
      this.#options.metrics.countRefusedConnection('early_messages')
      this.#options.close(TOO_MANY_EARLY)
      return false
    }
    return true
  }

  /** Counts the milliseconds of processing a message, in addition to the message. */
  spend(ms: number): void {
    this.#refill()
    this.#left = Math.max(-MAX_OWED, this.#left - ms)
    if (this.#left >= 0 || !this.#isOpen()) return
    this.#webSocket.pause()
    this.#rest ??= setTimeout(() => this.#resume(), REST_MS)
  }

  /** Records that `connection_init` was accepted. */
  begin(): void {
    this.#hasBegun = true
  }

  #isOpen(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN
  }

  #refill(): void {
    const now = monotonicMs()
    this.#left = Math.min(MAX_AT_ONCE, this.#left + ((now - this.#refilledAt) / 1_000) * PER_SECOND)
    this.#refilledAt = now
  }

  #resume(): void {
    this.#refill()
    this.#rest = this.#left < 0 ? setTimeout(() => this.#resume(), REST_MS) : undefined
    if (!this.#rest) this.#webSocket.resume()
  }
}
