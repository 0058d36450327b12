import type { LookupFunction } from 'node:net'
import { now } from '../lib/time/clock.ts'
import { ConnectionPool } from './connection-pool.ts'
import { sendRequest, type HttpResponse } from './http-request.ts'
import { AddressRefused, guardedConnector } from '../lib/http/guarded-connector.ts'
import { REDACTED, type HeaderPairs } from './headers.ts'
import { failureMessage, responseText, retryAfterMs } from './response.ts'

export type SendResult = {
  kind: 'delivered' | 'failed' | 'refused'
  startedAt: Date
  durationMs: number
  /** Status of the response, or null without one. */
  status: number | null
  /** Headers of the request, or null if none was sent. */
  requestHeaders: HeaderPairs | null
  /** Headers of the response, or null without one. */
  responseHeaders: HeaderPairs | null
  /** Whether headers of the response are missing or cut. Null without one. */
  headersTruncated: boolean | null
  /** First 16,384 bytes of the response, or null without one. */
  response: string | null
  /** Delay that the receiver requests, at most 24 h. */
  retryAfterMs: number | null
  /** Why the delivery failed, as a readable text. Null on success. */
  error: string | null
}

export type Message = {
  url: string
  body: Buffer
  headers: Record<string, string>
  /** Headers of the webhook's owner, whose values are not part of the result. */
  ownHeaders?: Record<string, string>
}

export type WebhookSender = {
  /** Sends one message once. Never rejects, because failures are part of the outcome. */
  send(message: Message): Promise<SendResult>
  /** Rejects new messages and closes each connection after its attempt. */
  close(): Promise<void>
  /** Aborts the running attempts, which fail. */
  abort(): void
}

/**
 * Creates the sender of webhooks (contract 6, "Delivery"): a POST of JSON over a keep-alive connection to a
 * public address. Any status 2xx is a success. Redirects are not followed. `timeoutMs` bounds the whole
 * attempt, from name resolution to the end of the response. At most 16,384 bytes of the response are read.
 * The connection is then closed and the status decides. `version` is that of the service. `allowedHosts` and
 * `lookup` are those of `guardedConnector`. `clock` returns the time of an attempt, by default that of this process.
 */
export function createWebhookSender(options: {
  allowedHosts: ReadonlySet<string>
  timeoutMs: number
  version: string
  lookup?: LookupFunction
  clock?: () => Date
}): WebhookSender {
  const { timeoutMs, clock = now } = options
  const connections = new ConnectionPool(guardedConnector(options))
  const fixed = {
    'content-type': 'application/json',
    'user-agent': `Echolog-Webhooks/${options.version}`,
  }
  const send = async ({ url, body, headers, ownHeaders = {} }: Message) => {
    try {
      const { origin, host, pathname, search } = new URL(url)
      const client = connections.acquire(origin)
      const sent = { ...ownHeaders, ...headers, ...fixed }
      const request = { path: pathname + search, method: 'POST', headers: sent, body }
      const result = await sendRequest(client, request, timeoutMs)
      connections.release(origin, client)
      const headersSent = result.isSent ? shownHeaders(host, request, ownHeaders) : null
      return toSendResult(result.answer, result.error, headersSent, clock())
    } catch (error) {
      return toSendResult(null, error as Error, null, clock())
    }
  }
  return {
    async send(message) {
      const startedAt = clock()
      const start = performance.now()
      const result = await send(message)
      return { ...result, startedAt, durationMs: Math.round(performance.now() - start) }
    },
    close: () => connections.close(),
    abort: () => connections.abort(),
  }
}

/**
 * Returns the headers of a request in the order in which undici writes them, with those that it adds, and without the
 * values of own ones.
 */
function shownHeaders(
  host: string,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
  ownHeaders: Record<string, string>,
): HeaderPairs {
  return [
    ['host', host],
    ['connection', 'keep-alive'],
    ...Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      name in ownHeaders ? REDACTED : value,
    ]),
    ['content-length', String(body.length)],
  ]
}

function toSendResult(
  answer: HttpResponse | null,
  error: Error | null,
  requestHeaders: HeaderPairs | null,
  at: Date,
) {
  const problem = error ? failureMessage(error) : problemOf(answer)
  return {
    kind: problem === null ? 'delivered' : error instanceof AddressRefused ? 'refused' : 'failed',
    status: answer?.status ?? null,
    requestHeaders,
    responseHeaders: answer && answer.headers.pairs,
    headersTruncated: answer && answer.headers.isTruncated,
    response: answer && responseText(answer.chunks),
    retryAfterMs: answer && problem !== null ? retryAfterMs(answer.retryAfter, at) : null,
    error: problem,
  } as const
}

function problemOf(answer: HttpResponse | null): string | null {
  if (!answer) return 'no answer'
  const { status } = answer
  if (status >= 200 && status < 300) return null
  return `answered ${status}${status < 400 ? ', and redirects are not followed' : ''}`
}
