import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { messageSplitter, statementReader } from './statement-reader.ts'

/**
 * When the connection is cut. `before`: before the server receives the statement. `after`: after the server
 * has run it, and committed it where it commits, but before the client receives the response.
 */
export type Cut = 'before' | 'after'

export type DatabaseProxy = {
  /** The server's URL through this proxy. */
  url: string
  /**
   * Sets the function that decides whether a statement's connection is cut. Null lets every statement pass.
   */
  decide(decision: ((statement: string) => Cut | null) | null): void
  /** Accepts connections and data and forwards nothing until `resume`. */
  silence(): void
  /** Forwards again, including what was held back. */
  resume(): void
  /** Cuts every connection. */
  cut(): void
  /** Cuts every connection and forwards new ones to another server. */
  switchTo(url: string): void
  close: () => Promise<void>
}

/** Starts a TCP proxy in front of PostgreSQL that injects faults between two messages of the protocol. */
export async function startDatabaseProxy(target: string): Promise<DatabaseProxy> {
  const pairs = new Set<readonly [client: Socket, server: Socket]>()
  let decision: ((statement: string) => Cut | null) | null = null
  let isSilent = false
  let upstream = new URL(target)

  const listener = createServer((client) => {
    const server = connect(Number(upstream.port || 5432), upstream.hostname)
    const pair = [client, server] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      pair.forEach((socket) => socket.destroy())
    }
    for (const socket of pair) {
      socket.setNoDelay(true).on('error', end).on('close', end)
      if (isSilent) socket.pause()
    }
    forward(client, server, (statement) => decision?.(statement) ?? null, end)
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const url = new URL(target)
  url.hostname = '127.0.0.1'
  url.port = String((listener.address() as AddressInfo).port)
  const cut = () => [...pairs].flat().forEach((socket) => socket.destroy())

  return {
    url: url.href,
    decide: (next) => void (decision = next),
    silence() {
      isSilent = true
      for (const socket of [...pairs].flat()) socket.pause()
    },
    resume() {
      isSilent = false
      for (const socket of [...pairs].flat()) socket.resume()
    },
    cut,
    switchTo(next) {
      upstream = new URL(next)
      cut()
    },
    async close() {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}

function forward(
  client: Socket,
  server: Socket,
  decide: (statement: string) => Cut | null,
  end: () => void,
): void {
  const fromClient = messageSplitter(true)
  const fromServer = messageSplitter(false)
  const statementOf = statementReader()
  let isAnswerLost = false
  client.on('data', (chunk: Buffer) => {
    for (const message of fromClient(chunk)) {
      const statement = statementOf(message)
      const fault = statement === null ? null : decide(statement)
      if (fault === 'before') return end()
      isAnswerLost ||= fault === 'after'
      server.write(message.whole)
    }
  })
  server.on('data', (chunk: Buffer) => {
    if (!isAnswerLost) return void client.write(chunk)
    // ReadyForQuery: the server has run everything that the client sent.
    if (fromServer(chunk).some(({ type }) => type === 'Z')) end()
  })
}
