import { isUtf8 } from 'node:buffer'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { AppError } from '../errors.ts'
import { JsonBounds } from '../text/json-bounds.ts'

/** Maximum number of levels of a JSON body. */
const MAX_LEVELS = 100

/** The parsers of bodies of at most `limit` bytes, and how messages name the limit. */
const parsersOf = (limit: number, named: string) => ({
  named,
  json: express.json({ limit, strict: false, type: () => true, verify: assertJson }),
  raw: express.raw({ limit, type: () => true }),
  form: express.urlencoded({ limit, extended: false, type: () => true, verify: assertUtf8Form }),
})
const PARSERS = parsersOf(1024 * 1024, '1 MB')
const ANONYMOUS_PARSERS = parsersOf(64 * 1024, '64 kB, the limit without a credential')

/** Options of `readBody`: the timeout in milliseconds, and whether the request has no credential. */
type BodyOptions = {
  withinMs: number
  isAnonymous: boolean
  /** Whether a form is accepted. Default false. */
  forms?: boolean
}

/**
 * Reads the JSON object in the body of a write. Returns an empty object without a body. With `forms` it also
 * accepts a form, in which each name occurs once (RFC 6749 section 3.2).
 * @throws AppError PAYLOAD_TOO_LARGE over 1 MB, and over 64 kB without a credential, UNSUPPORTED_MEDIA_TYPE for another
 * type, INVALID_FORMAT for any other value than a JSON object and over 100 levels, REQUEST_TIMEOUT after `withinMs`, in
 * which case the connection closes
 */
export async function readBody(
  request: Request,
  response: Response,
  { withinMs, isAnonymous, forms = false }: BodyOptions,
): Promise<Record<string, unknown>> {
  const {
    'content-length': length,
    'transfer-encoding': chunked,
    'content-type': type = '',
  } = request.headers
  if (chunked === undefined && (length === undefined || length === '0')) return {}
  const isForm = forms && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)
  if (!isForm && !/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as application/json')
  request.headers['content-type'] = withCharset(type)
  const { named, form, json } = isAnonymous ? ANONYMOUS_PARSERS : PARSERS
  await receive(request, response, { parse: isForm ? form : json, named, withinMs })
  const body: unknown = request.body
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new AppError('INVALID_FORMAT', 'The body must be a JSON object')
  if (isForm && Object.values(body).some(Array.isArray))
    throw new AppError('INVALID_PARAM', 'A parameter is given more than once')
  return body as Record<string, unknown>
}

/**
 * Reads the body of a request of any type.
 * @throws AppError PAYLOAD_TOO_LARGE over 1 MB, REQUEST_TIMEOUT after `withinMs` milliseconds
 */
export async function readBytes(request: Request, response: Response, withinMs: number): Promise<Buffer> {
  await receive(request, response, { parse: PARSERS.raw, named: PARSERS.named, withinMs })
  const body: unknown = request.body
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}

/** A parser, how messages name its limit, and its timeout in milliseconds. */
type Receiving = { parse: RequestHandler; named: string; withinMs: number }

/** Parses a body within a time, after which the connection closes. */
const receive = (request: Request, response: Response, { parse, named, withinMs }: Receiving) =>
  new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => {
      response.setHeader('Connection', 'close')
      reject(new AppError('REQUEST_TIMEOUT', `The body took longer than ${withinMs / 1000} s to arrive`))
    }, withinMs)
    void parse(request, response, (error?: unknown) => {
      clearTimeout(late)
      if (error) reject(bodyError(error, named))
      else resolve()
    })
  })

/** Returns a media type with the registered name of the charset that clients also call `utf8`. */
const withCharset = (type: string) => type.replace(/(;\s*charset\s*=\s*"?)utf8(?=["\s;]|$)/i, '$1utf-8')

/** Type of the parser's own error for an unknown charset. */
const OTHER_CHARSET = 'charset.unsupported'
const NOT_UTF8 = 'body.not.utf8'
const TOO_DEEP = 'body.too.deep'

/** Rejects bytes that are not UTF-8 (RFC 8259 section 8.1), and a text with too many levels before it is parsed. */
function assertJson(request: unknown, response: unknown, bytes: Buffer, charset: string): void {
  if (charset !== 'utf-8') throw Object.assign(new Error(), { type: OTHER_CHARSET })
  assertUtf8(request, response, bytes, charset)
  const bounds = new JsonBounds({ levels: MAX_LEVELS, values: Infinity })
  if (bounds.exceededBy(bytes)) throw Object.assign(new Error(), { type: TOO_DEEP })
}

/** Rejects bytes that a decoder would replace, because their text would be stored with the replacements. */
function assertUtf8(_request: unknown, _response: unknown, bytes: Buffer, charset: string): void {
  if (charset === 'utf-8' && !isUtf8(bytes)) throw Object.assign(new Error(), { type: NOT_UTF8 })
}

/** Rejects a form whose encoded bytes are not UTF-8. */
function assertUtf8Form(request: unknown, response: unknown, bytes: Buffer, charset: string): void {
  const decoded = bytes
    .toString('latin1')
    .replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
  assertUtf8(request, response, Buffer.from(decoded, 'latin1'), charset)
}

/** Messages of invalid bodies by the type of the parser's error. */
const MESSAGES = new Map<string | undefined, string>([
  [NOT_UTF8, 'The body is not valid UTF-8'],
  [TOO_DEEP, `The body is nested more than ${MAX_LEVELS} levels deep`],
  ['parameters.too.many', 'The form has too many fields'],
])

function bodyError(error: unknown, limit: string): AppError {
  const { type } = error as { type?: string }
  if (type === 'entity.too.large')
    return new AppError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit}`)
  if (type === OTHER_CHARSET) return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as UTF-8')
  if (type === 'encoding.unsupported')
    return new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without Content-Encoding, or as gzip')
  return new AppError('INVALID_FORMAT', MESSAGES.get(type) ?? 'The body is not valid JSON')
}
