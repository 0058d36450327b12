import { LRUCache } from 'lru-cache'
import { Client, errors, type buildConnector } from 'undici'

type ConnectionPool = {
  /**
   * Acquires a connection to an origin such as `https://hooks.example.com` for one request. Release it
   * afterwards.
   * @throws ClientClosedError after `close`, TypeError or InvalidArgumentError for an invalid origin
   */
  acquire(origin: string): Client
  /** Releases a connection. An open one is kept for the next request to the origin. */
  release(origin: string, client: Client): void
  /** Rejects new requests and closes each connection after its request. */
  close(): Promise<void>
  /** Aborts the running requests, which fail with ClientDestroyedError. */
  abort(): void
}

/** Maximum number of origins and of idle connections per origin. */
const ORIGINS = 1000
const IDLE_CONNECTIONS = 64

/** Maximum idle time of a connection in milliseconds, if the receiver would keep it longer. */
const MAX_IDLE_MS = 30_000

/**
 * Creates a pool of keep-alive connections by origin, each used by one request at a time. No request waits
 * for another one, and aborting one destroys its connection only. By contrast, undici's `Pool` opens a new
 * connection after each aborted request. Idle connections of evicted origins are closed.
 */
export function createConnectionPool(connect: buildConnector.connector): ConnectionPool {
  let isClosed = false
  const busy = new Set<Client>()
  const idle = new LRUCache<string, Client[]>({
    max: ORIGINS,
    dispose: (clients) => clients.forEach((client) => void client.destroy()),
  })
  const opened = (origin: string) => {
    // The request's deadline replaces these two timeouts.
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
