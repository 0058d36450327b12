import { request } from 'node:http'

/** A request as sent. */
type Sent = { method: string; path: string; headers: Record<string, string>; body: string | null }

/** A response as received. Names of headers have the case in which they were sent. */
export type Received = { status: number; headers: [name: string, value: string][]; text: string }

/** Sends a request over a connection of its own and reads the response without interpreting it. */
export function sendRaw(origin: string, { method, path, headers, body }: Sent): Promise<Received> {
  const bytes = body === null ? null : Buffer.from(body)
  const length = bytes && { 'Content-Length': String(bytes.length) }
  return new Promise((resolve, reject) => {
    const sending = request(
      origin + path,
      { method, headers: { ...length, ...headers }, agent: false },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: pairs(response.rawHeaders),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    sending.on('error', reject)
    sending.end(bytes)
  })
}

function pairs(raw: string[]): [string, string][] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? '']] : []))
}
