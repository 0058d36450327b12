import type { TestApp } from '../app.ts'
import type { Headers as Credentials } from '../fixtures/scenario.ts'

/** Sends a file for an import, as the body of the request. */
export async function sendImport(
  app: Pick<TestApp, 'url'>,
  headers: Credentials,
  bytes: Uint8Array,
  query = '?name=backup.zip',
) {
  const answer = await fetch(`${app.url}/imports${query}`, {
    method: 'POST',
    headers,
    body: new Blob([new Uint8Array(bytes)]),
  })
  const body = (await answer.json()) as {
    success: boolean
    file: string
    bytes: number
    sha256: string
    error?: string
  }
  return { status: answer.status, headers: answer.headers, body }
}
