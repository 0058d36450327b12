import { connect, type Socket } from 'node:net'
import type { TestApp } from '../app.ts'
import { NUMBERED } from '../fixtures/numbered-events.ts'
import type { Tenant } from '../fixtures/scenario.ts'

type StalledStream = {
  /** Reads the remaining data up to the end of the stream. */
  readOn(): Promise<string>
}

/** Opens a server-sent stream of all events whose reader stops after the headers. */
export async function stalledStream(app: TestApp, tenant: Tenant): Promise<StalledStream> {
  const { port, hostname } = new URL(app.url)
  const socket: Socket = connect(Number(port), hostname)
  const body = JSON.stringify({ query: NUMBERED })
  const lines = [
    'POST /graphql HTTP/1.1',
    `Host: ${hostname}`,
    'Accept: text/event-stream',
    'Connection: close',
    'Content-Type: application/json',
    `API-KEY: ${tenant.key['API-KEY']}`,
    `Content-Length: ${body.length}`,
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  return {
    readOn: () =>
      new Promise((resolve) => {
        let text = ''
        socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
        socket.on('error', () => resolve(text))
        socket.on('close', () => resolve(text))
        socket.on('end', () => socket.destroy())
        socket.resume()
      }),
  }
}
