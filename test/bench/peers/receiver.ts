import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A minimal receiver of webhooks, which responds at once and counts. `GET /received` returns the messages
 * since `GET /reset`: their number, the first and the last time, and a few in full. For messages below
 * `/timed` it also returns each time. Requests below `/hang` get no response and those below `/fail` an
 * error. Neither is counted.
 */

export type Received = {
  count: number
  /** Milliseconds since 1970. */
  first: number
  last: number
  samples: { path: string; headers: Record<string, string>; body: string }[]
  /** Ids of posts and the times of their messages. */
  timed: [postId: number, at: number][]
}

const SAMPLE_EVERY = 499
const nothing = (): Received => ({ count: 0, first: 0, last: 0, samples: [], timed: [] })

let received = nothing()

const server = createServer((request, response) => {
  if (request.method === 'GET') return sendStatistics(request, response)
  if (request.url?.startsWith('/hang')) return void request.resume()
  if (request.url?.startsWith('/fail')) return void request.resume().once('end', () => fail(response))
  const at = Date.now()
  received.count += 1
  received.first ||= at
  received.last = at
  const isSample = received.count % SAMPLE_EVERY === 1
  const isTimed = request.url?.startsWith('/timed') ?? false
  if (isSample || isTimed) keep(request, at, isTimed)
  else request.resume()
  request.once('end', () => response.end())
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.once('SIGTERM', () => process.exit(0))

function fail(response: ServerResponse): void {
  response.statusCode = 500
  response.end()
}

function sendStatistics(request: IncomingMessage, response: ServerResponse): void {
  if (request.url === '/reset') received = nothing()
  const { count, ...rest } = received
  response.end(JSON.stringify(request.url === '/count' ? { count } : { count, ...rest }))
}

function keep(request: IncomingMessage, at: number, isTimed: boolean): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.once('end', () => {
    const body = Buffer.concat(chunks).toString()
    if (isTimed) received.timed.push([Number(/"data":\{"id":(\d+)/.exec(body)?.[1]), at])
    else
      received.samples.push({
        path: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body,
      })
  })
}
