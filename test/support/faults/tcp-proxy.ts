import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy in front of a server that cuts connections. */
export type TcpProxy = {
  /** Address of the server through the proxy. */
  url: string
  /** Everything that clients have sent. */
  sent(): string
  /** Cuts every connection. */
  cut(): void
  /** Cuts every connection, and new ones at once, until `switchTo`. */
  refuse(): void
  /** Forwards new connections to a server. */
  switchTo(url: string): void
  /** Cuts the next `count` connections when the server answers, without forwarding the answer. */
  loseAnswers(count: number): void
  close(): Promise<void>
}

/** Starts a proxy in front of the server at `target`. */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>()
  let upstream: URL | null = new URL(target)
  let sent = ''
  let lost = 0
  const listener = createServer((client) => {
    client.on('error', () => {})
    if (!upstream) {
      client.destroy()
      return
    }
    const server = connect(Number(upstream.port), upstream.hostname)
    const pair = [client, server] as const
    const end = () => {
      pairs.delete(pair)
      for (const socket of pair) socket.destroy()
    }
    pairs.add(pair)
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end)
    client.on('data', (chunk: Buffer) => {
      sent += chunk.toString('latin1')
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      if (lost > 0) {
        lost--
        end()
      } else client.write(chunk)
    })
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const cut = () => [...pairs].flat().forEach((socket) => socket.destroy())
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    sent: () => sent,
    cut,
    refuse() {
      upstream = null
      cut()
    },
    switchTo: (url) => void (upstream = new URL(url)),
    loseAnswers: (count) => void (lost = count),
    async close() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}
