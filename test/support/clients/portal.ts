import { request } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { TestApp } from '../app.ts'

type PortalResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/** Reads a page as a visitor, without following redirects. `host` replaces the host of the address. */
export async function open(
  { url }: Pick<TestApp, 'url'>,
  path: string,
  { host, ...headers }: Record<string, string> = {},
): Promise<PortalResponse> {
  const sent = request(new URL(url), { path, headers: { ...headers, ...(host && { Host: host }) } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}
