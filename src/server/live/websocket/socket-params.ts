import type { IncomingMessage } from 'node:http'
import type { BrowserSessions } from '../../../auth/browser-session.ts'
import { readCredentials, type Credentials } from '../../../auth/credentials.ts'
import { unauthorized } from '../../../lib/errors.ts'

/** Characters of a header value. */
const HEADER = /^[\t\x20-\x7e\x80-\xff]*$/
const NAMES = new Set(['api-key', 'api_key', 'authorization', 'x-organization'])

/**
 * Returns the credentials of a socket from its `connectionParams`, under the names of the headers in any case
 * (contract 1). Missing ones are read from the headers of the request that opened it, at last from the session
 * of our own pages.
 * @throws AppError UNAUTHORIZED for one that is no valid header value
 */
export function credentialsOfSocket(
  params: Readonly<Record<string, unknown>> | undefined,
  request: IncomingMessage,
  browserSessions: BrowserSessions,
): Credentials {
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(params ?? {})) {
    const header = name.toLowerCase()
    if (!NAMES.has(header) || value == null) continue
    if (typeof value !== 'string' || !HEADER.test(value)) throw unauthorized(`"${header}" must be plain text`)
    given[header] = value
  }
  const own = Object.entries(readCredentials({ headers: given })).filter(([, value]) => value !== undefined)
  return browserSessions.withSession({ ...readCredentials(request), ...Object.fromEntries(own) }, request)
}
