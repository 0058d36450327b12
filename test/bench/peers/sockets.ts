import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import WebSocket from 'ws'

/**
 * Many readers of one organization's new posts over graphql-transport-ws, at minimal cost: only the id of the
 * post is read from a message. `GET /received` returns when each reader received each post.
 */

export type Arrivals = {
  count: number
  /** Times in milliseconds since 1970, by the id of the post. */
  arrivals: Record<string, number[]>
}

const QUERY = 'subscription { events { id type createdAt ... on PostEvent { snapshot { postId title } } } }'
const AT_ONCE = 50
const { SERVER = '', API_KEY = '', SOCKETS = '' } = process.env

let count = 0
const arrivals = new Map<string, number[]>()

const receive = (text: string) => {
  const [, id] = /"postId":"post_(\d+)"/.exec(text) ?? []
  if (id === undefined) throw new Error(`not a post: ${text}`)
  const all = arrivals.get(id) ?? []
  arrivals.set(id, all)
  all.push(Date.now())
  count += 1
}

const open = () =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(SERVER.replace('http', 'ws'), 'graphql-transport-ws', {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { 'API-KEY': API_KEY } })),
    )
    socket.on('error', reject)
    socket.on('close', (code, reason) => {
      process.stderr.write(`a socket was closed: ${code} ${reason.toString()}\n`)
      process.exit(1)
    })
    socket.on('message', (data: Buffer) => {
      const text = data.toString('latin1')
      if (text.includes('"type":"next"')) return receive(text)
      if (text.includes('"type":"ping"')) return socket.send('{"type":"pong"}')
      if (!text.includes('"type":"connection_ack"')) return reject(new Error(text))
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: QUERY } }))
      resolve()
    })
  })

for (let opened = 0; opened < Number(SOCKETS); opened += AT_ONCE)
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, Number(SOCKETS) - opened) }, open))

const server = createServer((request, response) => {
  if (request.url === '/reset') {
    count = 0
    arrivals.clear()
  }
  response.end(
    JSON.stringify(request.url === '/count' ? { count } : { count, arrivals: Object.fromEntries(arrivals) }),
  )
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
)
process.once('SIGTERM', () => process.exit(0))
