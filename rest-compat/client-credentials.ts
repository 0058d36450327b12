import { AppError } from '../src/lib/errors.ts'
import { stringProblem } from '../src/lib/text/valid-text.ts'

type Authorization = string | undefined

/** Challenge for a client that used HTTP Basic (RFC 6749 section 5.2). */
export const BASIC_CHALLENGE = 'Basic realm="oauth", charset="UTF-8"'

/** Whether a client sent its credentials by HTTP Basic. */
export const usesBasic = (authorization: Authorization) => /^Basic(\s|$)/i.test(authorization ?? '')

/**
 * Returns the request body with `client_id` and `client_secret` from HTTP Basic. Both are form-decoded (RFC
 * 6749 section 2.3.1). Without HTTP Basic it returns the body unchanged. The body may repeat the same client
 * id.
 * @throws AppError `invalid_client` (401) for a malformed header, `invalid_request` if the body also contains
 * credentials
 */
export function withClientCredentials(
  authorization: Authorization,
  body: Record<string, unknown>,
): Record<string, unknown> {
  if (!usesBasic(authorization)) return body
  const { id, secret } = decode(String(authorization))
  if (body.client_secret !== undefined || (body.client_id ?? id) !== id)
    throw new AppError('INVALID_PARAM', 'Authenticate the client in one way only')
  return { ...body, client_id: id, client_secret: secret }
}

function decode(authorization: string): { id: string; secret: string } {
  const text = Buffer.from(authorization.replace(/^Basic\s*/i, ''), 'base64').toString('utf8')
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(text)?.map(formDecoded) ?? []
  if (id == null || secret == null || stringProblem(id) || stringProblem(secret))
    throw new AppError('UNAUTHORIZED', 'Client authentication failed', {
      details: { oauth: 'invalid_client' },
    })
  return { id, secret }
}

function formDecoded(value: string): string | null {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return null
  }
}
