import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { TestApp } from '../app.ts'

/** Sends a form with headers that `fetch` does not permit, such as `Host`. */
export async function sendForm(
  { url }: Pick<TestApp, 'url'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' }
  const sent = request(new URL(url), { method: 'POST', path, headers: { ...type, ...headers } })
  sent.end(new URLSearchParams(fields).toString())
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: response.headers, text: await text(response) }
}
