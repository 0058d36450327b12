import { LRUCache } from 'lru-cache'
import { Client, errors, type buildConnector } from 'undici'

export type ConnectionPool = {
  /**
   * A connection to an origin such as `https://hooks.example.com` for one request, to be given back after it.
   * @throws ClientClosedError after `close`, TypeError or InvalidArgumentError for what is no origin
   */
  acquire(origin: string): Client
  /** Keeps an open connection for the next request to the origin; a destroyed one is forgotten. */
  release(origin: string, client: Client): void
  /** Takes no more requests and ends all connections, each when its request has ended. */
  close(): Promise<void>
  /** Ends the running requests, which fail with ClientDestroyedError. */
  abort(): void
}

/** Most origins, and most connections to each, that are kept open for requests to come. */
const ORIGINS = 1000
const IDLE_CONNECTIONS = 64

/** How long an idle connection is kept at most, where the receiver would keep it longer. */
const MAX_IDLE_MS = 30_000

/**
 * Kept-alive connections by origin, each for one request at a time: none waits behind another, and to give up one
 * destroys its connection only. (undici's own `Pool` opens a new connection for each request that was aborted.) The
 * idle connections of an origin that has to make room are closed.
 */
export function createConnectionPool(connect: buildConnector.connector): ConnectionPool {
  let isClosed = false
  const busy = new Set<Client>()
  const idle = new LRUCache<string, Client[]>({
    max: ORIGINS,
    dispose: (clients) => clients.forEach((client) => void client.destroy()),
  })
  const opened = (origin: string) => {
    // A request has one deadline of its own, which the two timeouts would only repeat.
    const client = new Client(origin, {
      connect,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveMaxTimeout: MAX_IDLE_MS,
    })
    return client.on('disconnect', () => {
      const clients = idle.peek(origin)
      const index = clients?.indexOf(client) ?? -1
      if (index >= 0) clients?.splice(index, 1)
    })
  }
  return {
    acquire(origin) {
      if (isClosed) throw new errors.ClientClosedError()
      const client = idle.get(origin)?.pop() ?? opened(origin)
      busy.add(client)
      return client
    },
    release(origin, client) {
      busy.delete(client)
      if (client.destroyed || isClosed) return
      const clients = idle.get(origin) ?? []
      if (!client.stats.connected || clients.length >= IDLE_CONNECTIONS) return void client.destroy()
      clients.push(client)
      idle.set(origin, clients)
    },
    async close() {
      isClosed = true
      idle.clear()
      await Promise.allSettled([...busy].map((client) => client.close()))
    },
    abort: () => busy.forEach((client) => void client.destroy()),
  }
}
