import { unprocessable } from '../../lib/errors.ts'

/** Headers that an organization adds to the deliveries of a webhook. Both fields replace all of them together. */
export type WebhookHeaders = {
  headers?: readonly { name: string; value: string }[] | null | undefined
  basicAuth?: { username: string; password: string } | null | undefined
}

/** Maximum number of headers, without that of the Basic credentials. */
const MAX_HEADERS = 10
const MAX_NAME = 100
const MAX_VALUE = 2048
/** Headers of a request that the service sets itself, or that belong to its connection. */
const RESERVED =
  /^(webhook-.*|content-.*|proxy-.*|host|user-agent|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/

/**
 * Returns the headers of an input by their names in lower case. Undefined if neither field is given.
 * @throws AppError UNPROCESSABLE for more than 10 headers, a reserved, repeated or invalid name, and an invalid value
 */
export function checkHeaders({ headers, basicAuth }: WebhookHeaders): Record<string, string> | undefined {
  if (headers === undefined && basicAuth === undefined) return undefined
  const given = headers ?? []
  if (given.length > MAX_HEADERS)
    throw unprocessable('headers', `must contain at most ${MAX_HEADERS} headers`)
  const checked: Record<string, string> = basicAuth ? { authorization: basicOf(basicAuth) } : {}
  for (const { name, value } of given) {
    const key = name.toLowerCase()
    const problem = key in checked ? 'is repeated' : problemOf(key, value)
    if (problem)
      throw unprocessable(
        'headers',
        `contains the header ${JSON.stringify(name.slice(0, MAX_NAME))}, which ${problem}`,
      )
    checked[key] = value
  }
  return checked
}

/** The error of own headers for the webhook of an install. */
export const headersOfInstall = () =>
  unprocessable('headers', "cannot be set, because the webhook is that of an app's install")

/** Returns why a header cannot be sent, or null. Its value is never part of the reason. */
function problemOf(name: string, value: string): string | null {
  if (!/^[!#$%&'*+.^_`|~a-z\d-]+$/.test(name) || name.length > MAX_NAME) return 'is no name of a header'
  if (RESERVED.test(name)) return 'the service sets itself'
  if (!/^[\t\x20-\x7e]+$/.test(value) || value !== value.trim()) return 'must have printable ASCII characters'
  return value.length > MAX_VALUE ? `is too long (maximum is ${MAX_VALUE} characters)` : null
}

/** Returns the value of `Authorization` (RFC 7617). */
function basicOf({ username, password }: { username: string; password: string }): string {
  if (username === '' || /[:\p{Cc}]/u.test(username) || /\p{Cc}/u.test(password))
    throw unprocessable('basicAuth', 'must have a user name without colon, and no control characters')
  const value = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  if (value.length > MAX_VALUE) throw unprocessable('basicAuth', 'is too long')
  return value
}
