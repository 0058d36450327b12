import { Agent, request as send } from 'undici'
import { guardedConnector } from '../../lib/http/guarded-connector.ts'
import { JsonBounds } from '../../lib/text/json-bounds.ts'
import { authorize, type ApiSource } from '../fetch/authorize.ts'
import { FetchFailure, type FetchAnswer, type FetchRequest, type Send } from '../fetch/requests.ts'
import { JSON_BOUNDS, MAX_DEPTH, MAX_VALUES } from '../sources/json-limits.ts'

const WITHIN_MS = 30_000
const MAX_BYTES = 5 * 1_048_576

/** An API to fetch: its address, and its key, which is in no message. */
type Api = { source: ApiSource; address: string; key: string }

/** A connection to an API, for one fetch. */
type ApiConnection = { send: Send; close: () => Promise<void> }

/**
 * Opens a connection to an API. Its requests go to public addresses and to `allowedHosts` only, follow no redirect,
 * because the key would travel, and end after 30 s. An answer is left where it exceeds 5 MB, 20 levels or 100,000
 * values, before it is parsed.
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
      const text = await readText(answer.body)
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

/** @throws FetchFailure for an answer above a limit */
async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  const bounds = new JsonBounds(JSON_BOUNDS)
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw tooMuch('5 MB')
    const exceeded = bounds.exceededBy(chunk)
    if (exceeded) throw tooMuch(exceeded === 'levels' ? `${MAX_DEPTH} levels` : `${MAX_VALUES} values`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooMuch = (limit: string) =>
  new FetchFailure('failed', `An answer of the source has more than ${limit}.`)

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
