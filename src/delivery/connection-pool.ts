import { LRUCache } from 'lru-cache'
import type { Client, buildConnector } from 'undici'
import { undici } from '../lib/http/load-undici.ts'

/** Maximum number of origins. */
const ORIGINS = 1000
/** Number of idle connections that each origin can keep. */
const IDLE_CONNECTIONS = 64
/** Number of idle connections in total up to which an origin can keep more. Many webhooks can share one receiver. */
const IDLE_IN_ALL = 1000

/** Maximum idle time of a connection in milliseconds, if the receiver would keep it longer. */
const MAX_IDLE_MS = 30_000

/**
 * A pool of keep-alive connections by origin, each used by one request at a time. No request waits for
 * another one, and aborting one destroys its connection only. By contrast, undici's `Pool` opens a new
 * connection after each aborted request. Idle connections of evicted origins are closed.
 */
export class ConnectionPool {
  readonly #connect: buildConnector.connector
  readonly #busy = new Set<Client>()
  readonly #idle = new LRUCache<string, Client[]>({
    max: ORIGINS,
    dispose: (clients) => {
      this.#idleCount -= clients.length
      clients.forEach((client) => void client.destroy())
    },
  })
  #idleCount = 0
  #isClosed = false

  constructor(connect: buildConnector.connector) {
    this.#connect = connect
  }

  /**
   * Acquires a connection to an origin such as `https://hooks.example.com` for one request. Release it
   * afterwards.
   * @throws ClientClosedError after `close`, TypeError or InvalidArgumentError for an invalid origin
   */
  acquire(origin: string): Client {
    if (this.#isClosed) throw new (undici().errors.ClientClosedError)()
    const idle = this.#idle.get(origin)?.pop()
    if (idle) this.#idleCount--
    const client = idle ?? this.#open(origin)
    this.#busy.add(client)
    return client
  }

  /** Releases a connection. An open one is kept for the next request to the origin. */
  release(origin: string, client: Client): void {
    this.#busy.delete(client)
    if (client.destroyed || this.#isClosed) return
    const clients = this.#idle.get(origin) ?? []
    const isFull = clients.length >= IDLE_CONNECTIONS && this.#idleCount >= IDLE_IN_ALL
    if (!client.stats.connected || isFull) return void client.destroy()
    clients.push(client)
    this.#idleCount++
    this.#idle.set(origin, clients)
  }

  /** Rejects new requests and closes each connection after its request. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#idle.clear()
    await Promise.allSettled([...this.#busy].map((client) => client.close()))
  }

  /** Aborts the running requests, which fail with ClientDestroyedError. */
  abort(): void {
    for (const client of this.#busy) void client.destroy()
  }

  #open(origin: string): Client {
    // The request's deadline replaces these two timeouts.
    const client = new (undici().Client)(origin, {
      connect: this.#connect,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: MAX_IDLE_MS,
    })
    return client.on('disconnect', () => {
      const clients = this.#idle.peek(origin)
      const index = clients?.indexOf(client) ?? -1
      if (index < 0) return
      clients?.splice(index, 1)
      this.#idleCount--
    })
  }
}
