import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'

const PING_MS = 30_000

/** Closes a socket whose peer has neither answered the last ping nor received any of the output before it. */
export function keepAlive(webSocket: WebSocket, stream: Duplex): void {
  let answered = true
  const pinging = setInterval(() => {
    if (!answered) return webSocket.terminate()
    answered = false
    webSocket.ping()
  }, PING_MS)
  const listener = () => (answered = true)
  webSocket.on('pong', listener)
  stream.on('drain', listener)
  webSocket.once('close', () => clearInterval(pinging))
}
