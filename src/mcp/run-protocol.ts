import type { Request, Response } from 'express'
import type { Exchange } from './call-tool.ts'

type Message = { exchange: Exchange; body: Record<string, unknown> }

/**
 * Answers a message by the protocol, which is loaded at the first one. A client that goes away does not end the call,
 * which would still run after its turn.
 * @throws Error of the protocol itself
 */
export async function runProtocol(
  { exchange, body }: Message,
  request: Request,
  response: Response,
): Promise<void> {
  const { serve } = await import('./server.ts')
  const answer = await serve(toWebRequest(request), body, exchange)
  // The server decides whether the connection stays open.
  answer.headers.delete('connection')
  answer.headers.forEach((value, name) => response.setHeader(name, value))
  response.status(answer.status).end(Buffer.from(await answer.arrayBuffer()))
}

/**
 * Returns a request of the Fetch standard without its body, which is parsed already, and without its address, which may
 * be no URL.
 */
function toWebRequest(request: Request): globalThis.Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  return new globalThis.Request('http://localhost/mcp', { method: 'POST', headers })
}
