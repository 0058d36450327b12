import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { formatBody } from './format.ts'
import { createNormalize } from './normalize.ts'

/** A message as received: names of headers have the case in which they were sent. */
type Message = { path: string; headers: [name: string, value: string][]; text: string }

export type MessageRecorder = Awaited<ReturnType<typeof startMessageRecorder>>

/** Starts an HTTP server that records the messages it receives. */
export async function startMessageRecorder() {
  const messages: Message[] = []
  let failures = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.rawHeaders.flatMap((name, index): [string, string][] =>
        index % 2 === 0 ? [[name, request.rawHeaders[index + 1] ?? '']] : [],
      )
      messages.push({ path: request.url ?? '', headers, text: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(failures-- > 0 ? 500 : 200).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    /** Answers the next messages with status 500. */
    failNext: (count: number) => void (failures = count),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Formats messages as entries of a recording. A signature becomes a placeholder if it is that of the path's secret.
 */
export function messageEntries(messages: readonly Message[], secrets: Record<string, string>) {
  const normalize = createNormalize()
  return messages.map((message, index) => {
    const { path, headers, text } = message
    const lines = headers
      .filter(([name, value]) => name !== 'content-length' || value !== String(Buffer.byteLength(text)))
      .map(
        ([name, value]) =>
          `${name}: ${value === signatureOf(message, secrets[path] ?? '') ? '<valid>' : value}`,
      )
    const { event } = JSON.parse(text) as { event: string }
    return {
      heading: `${index + 1} ${event} at ${path}`,
      text: [...lines.map(normalize), formatBody(normalize(text))].join('\n'),
    }
  })
}

/** The signature of Standard Webhooks, computed from the received bytes. */
function signatureOf({ headers, text }: Message, secret: string): string {
  const { 'webhook-id': id = '', 'webhook-timestamp': time } = Object.fromEntries(headers)
  return new Webhook(secret).sign(id, new Date(Number(time) * 1000), text)
}
