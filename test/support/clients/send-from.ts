import { request } from 'node:http'
import type { TestApp } from '../app.ts'
import type { Json } from '../json.ts'

type Sent = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Json
}

/** Sends JSON from an address of the loopback network, as a proxy or a separate client would. */
export function sendFrom(
  localAddress: string,
  { url }: Pick<TestApp, 'url'>,
  { path, body, headers = {} }: { path: string; body?: object; headers?: Record<string, string> },
): Promise<Sent> {
  const { port } = new URL(url)
  const text = body && JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        path,
        method: text ? 'POST' : 'GET',
        headers: {
          ...(text && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        let answer = ''
        response.on('data', (chunk: Buffer) => (answer += chunk.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(answer) }),
        )
      },
    )
    sent.on('error', reject).end(text)
  })
}
