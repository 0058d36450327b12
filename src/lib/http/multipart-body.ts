import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Request, Response } from 'express'
import { AppError, invalidParam } from '../errors.ts'

/** Whether a request has a body of the type `multipart/form-data` (RFC 7578). */
export const isMultipart = ({ headers }: Pick<Request, 'headers'>): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(headers['content-type'] ?? '')

/** The file to read: the name of its field, its size limit in megabytes, and the timeout in milliseconds. */
type FileOptions = { field: string; maxMegabytes: number; withinMs: number }

const MEGABYTE = 1024 * 1024
/** Maximum size of the form beside the file, in bytes. */
const MARGIN = 64 * 1024

/** Limits of the form. Fields beside the file are ignored. */
const LIMITS = { files: 1, fields: 20, parts: 21, fieldSize: 1_000, headerPairs: 20, headerSize: 8_192 }

/**
 * Reads the file in a form of the type `multipart/form-data`. Returns undefined without it. The file needs no name.
 * A form that is too large is read to its end, and not kept.
 * @throws AppError PAYLOAD_TOO_LARGE over the limit, INVALID_FORMAT for an invalid or interrupted form, INVALID_PARAM
 * for several files, REQUEST_TIMEOUT after `withinMs`, in which case the connection closes
 */
export async function readMultipartFile(
  request: Request,
  response: Response,
  options: FileOptions,
): Promise<Buffer | undefined> {
  const { withinMs } = options
  const parser = createParser(request, options)
  const file = new ReceivedFile(parser, options)
  if (Number(request.headers['content-length']) > options.maxMegabytes * MEGABYTE + MARGIN)
    file.failTooLarge()
  await new Promise<void>((resolve, reject) => {
    const fail = (error: AppError) => {
      request.unpipe(parser)
      reject(file.failure ?? error)
    }
    const late = setTimeout(() => {
      response.setHeader('Connection', 'close')
      fail(new AppError('REQUEST_TIMEOUT', `The body took longer than ${withinMs / 1000} s to arrive`))
    }, withinMs)
    parser.once('error', () => fail(invalidForm('The body is not a valid form')))
    request.once('close', () => {
      clearTimeout(late)
      if (!request.complete) fail(invalidForm('The body is incomplete'))
    })
    parser.once('finish', () => {
      clearTimeout(late)
      resolve()
    })
    request.pipe(parser)
  })
  return file.content()
}

/** The file of a form that is being received. */
class ReceivedFile {
  failure: AppError | undefined
  readonly #options: FileOptions
  readonly #chunks: Buffer[] = []
  #isGiven = false

  constructor(parser: BusboyInstance, options: FileOptions) {
    this.#options = options
    parser.on('file', (_name, stream) => {
      this.#isGiven = true
      stream.on('limit', () => this.failTooLarge())
      stream.on('data', (chunk: Buffer) => this.failure ?? this.#chunks.push(chunk))
      // The parser reports it too.
      stream.on('error', () => {})
    })
    parser.on('filesLimit', () => this.#fail(invalidParam(options.field, 'is given more than once')))
    for (const event of ['partsLimit', 'fieldsLimit'] as const)
      parser.on(event, () => this.#fail(invalidForm('The form has too many fields')))
  }

  failTooLarge(): void {
    this.#fail(new AppError('PAYLOAD_TOO_LARGE', `The file is larger than ${this.#options.maxMegabytes} MB`))
  }

  /** Returns the bytes of the file, or undefined without one. @throws AppError for what was received */
  content(): Buffer | undefined {
    if (this.failure) throw this.failure
    return this.#isGiven ? Buffer.concat(this.#chunks) : undefined
  }

  #fail(error: AppError): void {
    this.failure ??= error
    this.#chunks.length = 0
  }
}

function createParser({ headers }: Request, { field, maxMegabytes }: FileOptions): BusboyInstance {
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { ...LIMITS, fileSize: maxMegabytes * MEGABYTE },
      isPartAFile: (name) => name === field,
    })
  } catch {
    throw invalidForm('The type of the body has no boundary')
  }
}

const invalidForm = (message: string) => new AppError('INVALID_FORMAT', message)
