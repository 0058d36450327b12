import { createClient, type Client as Socket } from 'graphql-ws'
import type { SubscriptionForwarder } from 'urql'
import type { Connection } from './client.ts'
import { hasTemporaryCode } from './is-temporary.ts'

/** Close codes that end the session. Every other close is a lost connection. */
const OVER = new Set([4401, 4403])
const MAX_WAIT_MS = 8_000
/** Interval of pings, and how long the answer may take, in milliseconds. */
const PING_MS = 15_000
const PONG_WITHIN_MS = 5_000
/** Milliseconds after which a refused subscription is sent again. */
const RETRY_MS = 5_000

type Message = { data?: { events?: { id?: string } } | null }

/**
 * Opens a socket at the first subscription. It reconnects until the server ends the session. A subscription to
 * events resumes after the last event it has seen, without gap or repetition.
 */
export function createEventSocket(organization: string, onConnection: (connection: Connection) => void) {
  let late: ReturnType<typeof setTimeout> | undefined
  const socket = createClient({
    url: new URL('/graphql', location.href).href.replace(/^http/, 'ws'),
    lazyCloseTimeout: 5_000,
    retryAttempts: Infinity,
    retryWait: (attempt) => wait(Math.min(250 * 2 ** attempt, MAX_WAIT_MS) * (0.75 + Math.random() / 2)),
    // By default graphql-ws retries 4403, although an ended session never becomes valid again.
    shouldRetry: (closed) => !isOver(closed),
    keepAlive: PING_MS,
    connectionParams: { 'X-Organization': organization },
    on: {
      connected: () => onConnection('live'),
      closed: (closed) => {
        clearTimeout(late)
        onConnection(isOver(closed) ? 'over' : 'lost')
      },
      ping: (isReceived) => {
        if (!isReceived) late = setTimeout(() => socket.terminate(), PONG_WITHIN_MS)
      },
      pong: (isReceived) => void (isReceived && clearTimeout(late)),
    },
  })
  return { forward: forwardTo(socket), close: () => void socket.dispose() }
}

/** Returns what sends subscriptions through a socket. */
const forwardTo =
  (socket: Socket): SubscriptionForwarder =>
  ({ query = '', variables = {} }) => ({
    subscribe(sink) {
      // graphql-ws sends this object again after each reconnect: the higher `after` resumes there.
      const payload = { query, variables: { ...(variables as Record<string, unknown>) } }
      const next = (message: Message) => {
        const seen = message.data?.events?.id
        if (seen !== undefined && 'after' in payload.variables) payload.variables.after = seen
        sink.next(message)
      }
      const complete = () => sink.complete()
      return retried((retry) =>
        socket.subscribe<Message['data']>(payload, {
          next,
          complete,
          error: (reason) => (isTemporary(reason) ? retry() : sink.error(reason)),
        }),
      )
    },
  })

/** Starts a subscription, and again some time after each call of `retry`. */
function retried(subscribe: (retry: () => void) => () => void): { unsubscribe: () => void } {
  let later: ReturnType<typeof setTimeout> | undefined
  const start = () => subscribe(() => void (later = setTimeout(() => (end = start()), RETRY_MS)))
  let end = start()
  return {
    unsubscribe() {
      clearTimeout(later)
      end()
    },
  }
}

/** Whether the server refused a subscription for a reason that passes. Otherwise it would not be there any more. */
const isTemporary = (reason: unknown) => Array.isArray(reason) && hasTemporaryCode(reason)

const isOver = (closed: unknown) => OVER.has((closed as { code?: number } | undefined)?.code ?? 0)

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))
