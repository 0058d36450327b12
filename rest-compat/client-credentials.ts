import { AppError } from '../src/lib/errors.ts'
import { stringProblem } from '../src/lib/text/valid-text.ts'

type Authorization = string | undefined

/** The challenge for a client that tried HTTP Basic (RFC 6749 chapter 5.2). */
export const BASIC_CHALLENGE = 'Basic realm="oauth", charset="UTF-8"'

/** Whether a client brought its credentials by HTTP Basic. */
export const usesBasic = (authorization: Authorization) => /^Basic(\s|$)/i.test(authorization ?? '')

/**
 * A request's body with `client_id` and `client_secret` from HTTP Basic, where they came that way: both are decoded as a form's
 * values are (RFC 6749 chapter 2.3.1). The same client id may be repeated in the body.
 * @throws AppError `invalid_client` (401) when the header cannot be read, `invalid_request` when the body has credentials too
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
