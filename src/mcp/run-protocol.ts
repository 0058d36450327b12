import type { Request, Response } from 'express'
import type { Exchange } from './call-tool.ts'

type Message = { exchange: Exchange; body: Record<string, unknown> }

/**
 * Answers a message by the protocol, which is loaded at the first one. Answers nothing to a client that has gone away.
 * @throws Error of the protocol itself
 */
export async function runProtocol(
  { exchange, body }: Message,
  request: Request,
  response: Response,
): Promise<void> {
  const { serve } = await import('./server.ts')
  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  try {
    const answer = await serve(toWebRequest(request, leaving.signal), body, exchange)
    answer.headers.forEach((value, name) => response.setHeader(name, value))
    response.status(answer.status).end(Buffer.from(await answer.arrayBuffer()))
  } catch (error) {
    if (!response.destroyed) throw error
  }
}

/**
 * Returns a request of the Fetch standard without its body, which is parsed already, and without its address, which may
 * be no URL.
 */
function toWebRequest(request: Request, signal: AbortSignal): globalThis.Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
  return new globalThis.Request('http://localhost/mcp', { method: 'POST', headers, signal })
}
