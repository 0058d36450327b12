import type { CustomFetch } from 'openid-client'
import { guardedConnector } from '../../lib/http/guarded-connector.ts'
import { undici } from '../../lib/http/load-undici.ts'

/** Time for a whole request in milliseconds, and maximum size of its answer. */
type Limits = { withinMs: number; maxBytes: number }

const LIMITS: Limits = { withinMs: 10_000, maxBytes: 262_144 }
/** Status codes whose answer has no body. */
const EMPTY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Returns a fetch to public addresses and to `allowedHosts` only. It follows no redirect, keeps no connection, and
 * fails beyond its limits, by default 10 s and 256 kB.
 */
export function guardedFetch(
  allowedHosts: ReadonlySet<string>,
  { withinMs, maxBytes }: Limits = LIMITS,
): CustomFetch {
  const connect = guardedConnector({ allowedHosts, timeoutMs: withinMs })
  return async (url, { method, headers, body, signal }) => {
    const dispatcher = new (undici().Agent)({ connect, pipelining: 0 })
    try {
      const sent = body instanceof URLSearchParams ? body.toString() : body
      const answer = await undici().request(url, {
        dispatcher,
        method: method as 'GET' | 'POST',
        headers,
        body: typeof sent === 'string' ? sent : null,
        signal: AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])]),
      })
      const text = await readText(answer.body, maxBytes)
      return new Response(EMPTY.has(answer.statusCode) ? null : text, {
        status: answer.statusCode,
        headers: Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        ),
      })
    } finally {
      await dispatcher.destroy()
    }
  }
}

/** @throws Error for an answer of more than `maxBytes` */
async function readText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
