import type { ServerResponse } from 'node:http'
import type { Metrics } from '../../../graphql/metrics.ts'
import { SLOW_READER, TOO_SLOW } from '../close-codes.ts'
import { SendQueue } from '../send-queue.ts'
import type { Payload } from '../../graphql/payload.ts'

const HEARTBEAT_MS = 15_000
/** Maximum time for sending the rest after the end of a stream, in milliseconds. */
const FLUSH_TIMEOUT_MS = 30_000
const COMMENT = ':\n\n'
const COMPLETE = 'event: complete\ndata:\n\n'

/**
 * A response as a stream of server-sent events (GraphQL over SSE). A reader that stops reading is
 * disconnected with a last `next` whose error has the code SLOW_READER, without `complete`.
 * `onEnd` is called once, for every kind of end.
 */
export class EventStream {
  readonly sendQueue: SendQueue<string>
  readonly #response: ServerResponse
  readonly #onEnd: () => void
  #before: string[] | null = []
  #heartbeat: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(
    response: ServerResponse,
    metrics: Pick<Metrics, 'countSlowReader'>,
    onEnd: () => void = () => {},
  ) {
    this.#response = response
    this.#onEnd = onEnd
    this.sendQueue = new SendQueue<string>({
      stream: response,
      write: (text) => this.#write(text),
      onOverflow: () => {
        metrics.countSlowReader('sse')
        this.#end(SLOW_READER_EVENT)
      },
    })
    response.once('close', () => this.close())
  }

  /** Sends the headers and all earlier output. The client then receives every result. */
  begin(): void {
    if (this.#hasEnded) return
    this.#response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    })
    this.#response.write(COMMENT + (this.#before ?? []).join(''))
    this.#before = null
    this.#heartbeat = setInterval(() => {
      if (!this.sendQueue.isFull()) this.#response.write(COMMENT)
    }, HEARTBEAT_MS)
  }

  next(payload: Payload): void {
    this.sendQueue.send(eventOf(payload), payload.bytes)
  }

  /** Sends a last result if there is one, then `complete`, and ends. */
  complete(last?: Payload): void {
    this.#end((last ? eventOf(last) : '') + COMPLETE)
  }

  /** Ends without `complete`, so that the client may reconnect. */
  close(): void {
    this.#end('')
  }

  #write(text: string): void {
    if (this.#before) this.#before.push(text)
    else this.#response.write(text)
  }

  #end(last: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.sendQueue.close()
    clearInterval(this.#heartbeat)
    this.#response.end(last)
    const overdue = setTimeout(() => this.#response.destroy(), FLUSH_TIMEOUT_MS)
    this.#response.once('close', () => clearTimeout(overdue))
    this.#onEnd()
  }
}

const eventOf = ({ json, eventId }: Pick<Payload, 'json' | 'eventId'>) =>
  `event: next\n${eventId === undefined ? '' : `id: ${eventId}\n`}data: ${json}\n\n`

const SLOW_READER_EVENT = eventOf({
  json: JSON.stringify({
    errors: [{ message: TOO_SLOW[1], extensions: { code: SLOW_READER, status: 429 } }],
  }),
})
