import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

type Front = {
  /** Address that stays the same while the server behind it changes. */
  url: string
  /** Forwards new connections to another server. Null cuts all connections and accepts none. */
  switchTo(url: string | null): void
  close(): Promise<void>
}

/** Starts a TCP proxy in front of a web server, so that another server can replace it at its address. */
export async function startFront(): Promise<Front> {
  const open = new Set<Socket>()
  let target: URL | null = null
  const listener = createServer((client) => {
    if (!target) return void client.destroy()
    const server = connect(Number(target.port), target.hostname)
    for (const socket of [client, server]) {
      open.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        server.destroy()
      })
    }
    client.pipe(server)
    server.pipe(client)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    switchTo(url) {
      target = url === null ? null : new URL(url)
      if (!target) for (const socket of open) socket.destroy()
    },
    async close() {
      for (const socket of open) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
