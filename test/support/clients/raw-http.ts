import { connect, type Socket } from 'node:net'
import type { TestApp } from '../app.ts'

export type RawConnection = {
  socket: Socket
  /** Everything received. */
  text(): string
  /** Resolves with everything received once the connection has closed. */
  closed: Promise<string>
  isClosed: () => boolean
}

/** Opens a TCP connection to a service, from an address of the loopback network, and sends a text. */
export async function rawConnection(
  { url }: Pick<TestApp, 'url'>,
  text = '',
  localAddress = '127.0.0.1',
): Promise<RawConnection> {
  const { port } = new URL(url)
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress })
  let received = ''
  let over = false
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) =>
    socket.once('close', () => {
      over = true
      resolve(received)
    }),
  )
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve())
    socket.once('close', () => resolve())
  })
  socket.write(text)
  return { socket, text: () => received, closed, isClosed: () => over }
}

/** Status, headers (names in lower case) and body of an HTTP response. */
export function parseAnswer(text: string) {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  ) as Record<string, string | undefined>
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') }
}

/** Sends a text every few milliseconds until the connection closes or `until` returns true. */
export async function trickle(
  { socket, isClosed }: RawConnection,
  piece: string,
  everyMs = 20,
): Promise<void> {
  while (!isClosed()) {
    socket.write(piece)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
