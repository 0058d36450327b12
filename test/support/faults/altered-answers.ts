import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An answer of the service on its way to the client. */
export type PassingAnswer = { status: number; headers: Headers; text: string }

export type AlteringProxy = {
  url: string
  /** Called with each answer, which it may alter, before the client has it. */
  onAnswer: (request: { method: string; path: string }, answer: PassingAnswer) => void
  stop: () => Promise<void>
}

/** Headers of one connection, which the proxy does not pass on. */
const OWN = /^(connection|content-length|host|keep-alive|transfer-encoding)$/

/** Starts a proxy of a service that alters no answer until `onAnswer` is replaced. */
export async function startAlteringProxy(target: string): Promise<AlteringProxy> {
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const headers = Object.entries(request.headers).filter(([name]) => !OWN.test(name)) as [string, string][]
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      void pass(method, url, headers, Buffer.concat(chunks)).then((answer) => write(response, answer))
    })
  })
  const pass = async (method: string, path: string, headers: [string, string][], body: Buffer) => {
    const sent = body.length > 0 ? new Uint8Array(body) : null
    const passed = await fetch(target + path, { method, headers, body: sent, redirect: 'manual' })
    const answer = { status: passed.status, headers: passed.headers, text: await passed.text() }
    proxy.onAnswer({ method, path }, answer)
    return answer
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: AlteringProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    onAnswer: () => {},
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy
}

function write(response: ServerResponse, { status, headers, text }: PassingAnswer): void {
  const passed = [...headers].filter(([name]) => !OWN.test(name) && name !== 'content-encoding')
  response.writeHead(status, Object.fromEntries(passed))
  response.end(text)
}

/** The headers of an answer, without one of them. */
export function without(headers: Headers, name: string): Headers {
  const copy = new Headers(headers)
  copy.delete(name)
  return copy
}
