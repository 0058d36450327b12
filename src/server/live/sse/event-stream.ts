import type { ServerResponse } from 'node:http'
import type { Metrics } from '../../../graphql/metrics.ts'
import { SLOW_READER, TOO_SLOW } from '../close-codes.ts'
import { createSendQueue, type SendQueue } from '../send-queue.ts'
import type { Payload } from '../../graphql/payload.ts'

export type EventStream = Pick<SendQueue<unknown>, 'canQueue' | 'runExclusive' | 'abort'> & {
  /** Sends the headers and all earlier output. The client then receives every result. */
  begin(): void
  next: (payload: Payload) => void
  /** Sends a last result if there is one, then `complete`, and ends. */
  complete(last?: Payload): void
  /** Ends without `complete`, so that the client may reconnect. */
  close(): void
}

const HEARTBEAT_MS = 15_000
/** How long after its end a stream may take to send the rest, in milliseconds. */
const LAST_WORDS_MS = 30_000
const COMMENT = ':\n\n'
const COMPLETE = 'event: complete\ndata:\n\n'

/**
 * Opens a response as a stream of server-sent events (GraphQL over SSE). A reader that stops reading is
 * disconnected with a last `next` whose error has the code ERROR_CODE_SLOW_READER, without `complete`.
 * `onEnd` is called once, for every kind of end.
 */
export function openEventStream(
  response: ServerResponse,
  { countSlowReader }: Pick<Metrics, 'countSlowReader'>,
  onEnd: () => void,
): EventStream {
  let before: string[] | null = []
  let heartbeat: NodeJS.Timeout | undefined
  let ended = false
  const end = (last: string) => {
    if (ended) return
    ended = true
    sendQueue.close()
    clearInterval(heartbeat)
    response.end(last)
    const overdue = setTimeout(() => response.destroy(), LAST_WORDS_MS)
    response.once('close', () => clearTimeout(overdue))
    onEnd()
  }
  const sendQueue = createSendQueue<string>({
    stream: response,
    write: (text) => void (before ? before.push(text) : response.write(text)),
    onOverflow() {
      countSlowReader('sse')
      end(CUT_OFF)
    },
  })
  response.once('close', () => end(''))
  return {
    canQueue: sendQueue.canQueue,
    runExclusive: sendQueue.runExclusive,
    abort: sendQueue.abort,
    begin() {
      if (ended) return
      response.writeHead(200, {
        'Content-Type': 'text/event-stream; charset=utf-8',
        'Cache-Control': 'no-cache, no-transform',
        'X-Accel-Buffering': 'no',
      })
      response.write(COMMENT + (before ?? []).join(''))
      before = null
      heartbeat = setInterval(() => {
        if (!sendQueue.isFull()) response.write(COMMENT)
      }, HEARTBEAT_MS)
    },
    next: (payload) => sendQueue.send(eventOf(payload), payload.bytes),
    complete: (last) => end((last ? eventOf(last) : '') + COMPLETE),
    close: () => end(''),
  }
}

const eventOf = ({ json, eventId }: Pick<Payload, 'json' | 'eventId'>) =>
  `event: next\n${eventId === undefined ? '' : `id: ${eventId}\n`}data: ${json}\n\n`

const CUT_OFF = eventOf({
  json: JSON.stringify({
    errors: [{ message: TOO_SLOW[1], extensions: { code: SLOW_READER, status: 429 } }],
  }),
})
