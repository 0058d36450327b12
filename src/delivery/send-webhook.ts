import type { LookupFunction } from 'node:net'
import { now } from '../lib/time/clock.ts'
import { responseText } from './response-text.ts'
import { createConnectionPool } from './connection-pool.ts'
import { sendRequest, type HttpResponse } from './http-request.ts'
import { failureMessage } from './failure-message.ts'
import { AddressRefused, guardedConnector } from './guard.ts'
import { retryAfterMs } from './retry-after.ts'

export type SendResult = {
  kind: 'delivered' | 'failed' | 'refused'
  startedAt: Date
  durationMs: number
  /** Of the answer; null without one. */
  status: number | null
  /** The first 16,384 bytes of the answer; null without one. */
  response: string | null
  /** How long the receiver asks to be left alone; at most 24 h. */
  retryAfterMs: number | null
  /** Why it was not delivered, for people; null when it was. */
  error: string | null
}

export type Message = { url: string; body: Buffer; headers: Record<string, string> }

export type WebhookSender = {
  /** Sends one message once. Never rejects: what goes wrong is the outcome. */
  send(message: Message): Promise<SendResult>
  /** Takes no more messages and ends the connections, each when its attempt has ended. */
  close(): Promise<void>
  /** Ends the running attempts: they have failed. */
  abort(): void
}

/**
 * What carries messages to receivers (contract chapter 6, "Delivery"): a POST of JSON over a kept-alive connection to a
 * public address, delivered by any 2xx. Redirects are not followed. `timeoutMs` is for the whole attempt, from
 * resolving the name to the end of the answer, of which no more than 16,384 bytes are read: then the connection is cut
 * and the status decides. `version` is the service's, `allowedHosts` and `lookup` are those of `guardedConnector`.
 */
export function createWebhookSender(options: {
  allowedHosts: ReadonlySet<string>
  timeoutMs: number
  version: string
  lookup?: LookupFunction
}): WebhookSender {
  const { timeoutMs } = options
  const connections = createConnectionPool(guardedConnector(options))
  const fixed = {
    'content-type': 'application/json',
    'user-agent': `Echolog-Webhooks/${options.version}`,
  }
  const send = async ({ url, body, headers }: Message) => {
    try {
      const { origin, pathname, search } = new URL(url)
      const client = connections.acquire(origin)
      const request = { path: pathname + search, method: 'POST', headers: { ...headers, ...fixed }, body }
      const result = await sendRequest(client, request, timeoutMs)
      connections.release(origin, client)
      return toSendResult(result.answer, result.error)
    } catch (error) {
      return toSendResult(null, error as Error)
    }
  }
  return {
    async send(message) {
      const startedAt = now()
      const start = performance.now()
      const result = await send(message)
      return { ...result, startedAt, durationMs: Math.round(performance.now() - start) }
    },
    close: () => connections.close(),
    abort: () => connections.abort(),
  }
}

function toSendResult(answer: HttpResponse | null, error: Error | null) {
  const problem = error ? failureMessage(error) : problemOf(answer)
  return {
    kind: problem === null ? 'delivered' : error instanceof AddressRefused ? 'refused' : 'failed',
    status: answer?.status ?? null,
    response: answer && responseText(answer.chunks),
    retryAfterMs: answer && problem !== null ? retryAfterMs(answer.retryAfter, now()) : null,
    error: problem,
  } as const
}

function problemOf(answer: HttpResponse | null): string | null {
  if (!answer) return 'no answer'
  const { status } = answer
  if (status >= 200 && status < 300) return null
  return `answered ${status}${status < 400 ? ', and redirects are not followed' : ''}`
}
