import { Agent, request as send } from 'undici'
import { guardedConnector } from '../../lib/http/guarded-connector.ts'
import { authorize, type ApiSource } from '../fetch/authorize.ts'
import { FetchFailure, type FetchAnswer, type FetchRequest, type Send } from '../fetch/requests.ts'

const WITHIN_MS = 30_000
const MAX_BYTES = 50 * 1_048_576

/** An API to fetch: its address, and its key, which is in no message. */
type Api = { source: ApiSource; address: string; key: string }

/** A connection to an API, for one fetch. */
type ApiConnection = { send: Send; close: () => Promise<void> }

/**
 * Opens a connection to an API. Its requests go to public addresses and to `allowedHosts` only, follow no redirect,
 * because the key would travel, end after 30 s, and read at most 50 MB.
 */
export function connectApi(
  { source, address, key }: Api,
  { allowedHosts, signal }: { allowedHosts: ReadonlySet<string>; signal: AbortSignal },
): ApiConnection {
  const agent = new Agent({ connect: guardedConnector({ allowedHosts, timeoutMs: WITHIN_MS }) })
  return {
    send: async (request) => {
      const { headers, body } = authorize(source, request, key)
      const answer = await send(urlOf(address, request), {
        method: request.method,
        headers: {
          accept: 'application/json',
          ...headers,
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body ? JSON.stringify(body) : null,
        dispatcher: agent,
        signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]),
      })
      const text = await textOf(answer.body)
      return { status: answer.statusCode, headers: headersOf(answer.headers), json: parsed(text) }
    },
    close: () => agent.destroy(),
  }
}

function urlOf(address: string, { path, query = {} }: FetchRequest): URL {
  const url = new URL(address.replace(/\/+$/, '') + path)
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) url.searchParams.append(name, one)
  return url
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new FetchFailure('failed', 'An answer of the source has more than 50 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function headersOf(headers: Record<string, string | string[] | undefined>): FetchAnswer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value].flat().join(', ')]],
    ),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
