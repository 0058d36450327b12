import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DEADLINE_MS } from '../deadline.ts'
import type { Json } from '../json.ts'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  text: string
  body: Json
  at: number
}

export type Receiver = {
  url: string
  received: Received[]
  /** Sets the response to the next messages at a path. Default: 200. */
  answer(path: string, with_: (response: ServerResponse, message: Received) => void): void
  /** Waits until `count` messages have arrived, at `path` if given. @throws Error on a timeout */
  until(count: number, options?: { path?: string; withinMs?: number }): Promise<Received[]>
  close(): Promise<void>
}

/** Starts a receiver of webhooks: a real HTTP server that stores the messages it receives. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const answers = new Map<string, (response: ServerResponse, message: Received) => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const path = request.url ?? ''
      const message = {
        path,
        headers: request.headers,
        text,
        body: JSON.parse(text) as unknown,
        at: Date.now(),
      }
      received.push(message)
      const answer = answers.get(path)
      if (answer) answer(response, message)
      else response.end('thank you')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: (path, with_) => void answers.set(path, with_),
    async until(count, { path, withinMs = DEADLINE_MS } = {}) {
      const end = Date.now() + withinMs
      for (;;) {
        const there = path === undefined ? received : received.filter((message) => message.path === path)
        if (there.length >= count) return there
        if (Date.now() > end)
          throw new Error(`received ${there.length} of ${count} messages within ${withinMs} ms`)
        await sleep(10)
      }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
