import type { Readable } from 'node:stream'
import { Agent, request as send } from 'undici'
import { AddressRefused, guardedConnector } from '../../lib/http/guarded-connector.ts'
import { PictureRefused, type PictureClient } from '../engine/context.ts'

const WITHIN_MS = 30_000
const MAX_BYTES = 5 * 1_048_576
const MAX_REDIRECTS = 5

/**
 * Opens a client that fetches pictures from public addresses and `allowedHosts` only, also after each redirect. A
 * picture takes at most 30 s and 5 MB. Nothing but the address is sent.
 */
export function openPictures(allowedHosts: ReadonlySet<string>): PictureClient {
  const agent = new Agent({
    connect: guardedConnector({ allowedHosts, timeoutMs: WITHIN_MS }),
    headersTimeout: WITHIN_MS,
    bodyTimeout: WITHIN_MS,
  })
  return {
    fetch: async (address, signal) => {
      const within = AbortSignal.any([AbortSignal.timeout(WITHIN_MS), ...(signal ? [signal] : [])])
      try {
        return await follow(agent, address, within)
      } catch (error) {
        signal?.throwIfAborted()
        throw error instanceof PictureRefused ? error : new PictureRefused(reasonOf(error))
      }
    },
    close: () => agent.destroy(),
  }
}

async function follow(dispatcher: Agent, address: string, signal: AbortSignal): Promise<Buffer> {
  let url = urlOf(address)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { statusCode, headers, body } = await send(url, {
      ...{ dispatcher, signal, headers: { accept: 'image/*' } },
    })
    const { location } = headers
    if (statusCode < 300 || statusCode > 399 || typeof location !== 'string') {
      if (statusCode === 200) return bytesOf(body)
      discard(body)
      throw new PictureRefused(`Its server answers ${statusCode}.`)
    }
    discard(body)
    url = urlOf(location, url)
  }
  throw new PictureRefused(`Its address has more than ${MAX_REDIRECTS} redirects.`)
}

/** Ends an answer whose body is not read. */
function discard(body: Readable): void {
  // Ending it early is an error to its listeners.
  body.on('error', () => {}).destroy()
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new PictureRefused('Its address is neither http nor https.')
  url.username = ''
  url.password = ''
  return url
}

async function bytesOf(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new PictureRefused('It has more than 5 MB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return 'Its address is not public.'
  return (error as { name?: string } | null)?.name === 'TimeoutError'
    ? 'Its server does not answer in time.'
    : 'Its server cannot be reached.'
}
