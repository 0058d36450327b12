import { WebSocket } from 'ws'
import type { TestApp } from '../app.ts'
import { DEADLINE_MS } from '../deadline.ts'
import type { Json } from '../json.ts'

/** A message of graphql-transport-ws. */
export type Message = {
  type: string
  id?: string
  payload?: Json
}

export type Client = {
  socket: WebSocket
  /** Every message received, in order. */
  messages: Message[]
  /** The close code and reason, or null while the socket is open. */
  closed: { code: number; reason: string } | null
  send(message: object): void
  subscribe(id: string, query: string, variables?: Record<string, unknown>): void
  /** Waits for the first message that fits, including those already received. */
  received(fits: (message: Message) => boolean, withinMs?: number): Promise<Message>
  /** The payloads of an operation's `next` messages. */
  results: (id: string) => NonNullable<Message['payload']>[]
  /** Waits until the socket is closed. */
  end(withinMs?: number): Promise<{ code: number; reason: string }>
}

type Options = {
  headers?: Record<string, string>
  protocol?: string | null
  path?: string
  /** Maps a message to the part that is stored. Default: all of it. */
  keep?: (message: Message) => Message
}

/** Opens a socket without sending a message. */
export async function openSocket(app: Pick<TestApp, 'url'>, options: Options = {}): Promise<Client> {
  const { headers = {}, protocol = 'graphql-transport-ws', path = '/graphql', keep = asItIs } = options
  const url = app.url.replace('http', 'ws') + path
  const socket =
    protocol === null ? new WebSocket(url, { headers }) : new WebSocket(url, protocol, { headers })
  const client: Client = {
    socket,
    ...messagesOf(socket, keep),
    closed: null,
    send: (message) => socket.send(JSON.stringify(message)),
    subscribe: (id, query, variables) =>
      client.send({ id, type: 'subscribe', payload: { query, variables } }),
    async received(fits, withinMs = DEADLINE_MS) {
      await until(() => client.messages.some(fits) || client.closed !== null, withinMs)
      const message = client.messages.find(fits)
      if (!message)
        throw new Error(`not received: ${JSON.stringify({ ...client, socket: 0 }).slice(0, 1_000)}`)
      return message
    },
    async end(withinMs = DEADLINE_MS) {
      await until(() => client.closed !== null, withinMs)
      if (!client.closed) throw new Error('still open')
      return client.closed
    },
  }
  socket.on('close', (code, reason) => (client.closed = { code, reason: reason.toString() }))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  return client
}

/** Keeps the messages of a socket, and the payloads of its operations. */
function messagesOf(socket: WebSocket, keep: (message: Message) => Message) {
  const messages: Message[] = []
  const payloads = new Map<string | undefined, NonNullable<Message['payload']>[]>()
  socket.on('message', (data: Buffer) => {
    const message = keep(JSON.parse(data.toString()) as Message)
    messages.push(message)
    if (message.type !== 'next') return
    const results = payloads.get(message.id) ?? []
    results.push(message.payload)
    payloads.set(message.id, results)
  })
  return { messages, results: (id: string) => payloads.get(id)?.slice() ?? [] }
}

const asItIs = <Whole>(whole: Whole) => whole

/** Opens a socket and waits until its `connection_init` with these parameters is acknowledged. */
export async function connect(
  app: Pick<TestApp, 'url'>,
  params: object = {},
  options: Options = {},
): Promise<Client> {
  const client = await openSocket(app, options)
  client.send({ type: 'connection_init', payload: params })
  await client.received(({ type }) => type === 'connection_ack')
  return client
}

/** Waits until a condition holds, polling every few milliseconds. Returns false on a timeout. */
export async function until(reached: () => boolean, withinMs = DEADLINE_MS): Promise<boolean> {
  const deadline = Date.now() + withinMs
  while (!reached() && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
  return reached()
}

/**
 * Waits until exactly `count` WebSocket subscriptions are open at a server, according to its metrics. The
 * subscriptions receive everything that happens afterwards. Also waits for sockets of earlier tests that are
 * still closing.
 */
export async function subscriptionsOpen(
  app: Pick<TestApp, 'url'>,
  count: number,
  withinMs = DEADLINE_MS,
): Promise<void> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    const found = /^echolog_subscriptions_open\{transport="websocket"\} (\d+)$/m.exec(text)
    const open = Number(found?.[1] ?? 0)
    if (open === count) return
    if (Date.now() > deadline) throw new Error(`${open} subscriptions are open, not ${count}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
