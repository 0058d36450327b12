import type { Request, Response } from 'express'
import { createTally } from '../../src/lib/concurrency/tally.ts'
import { AppError, invalidParam, missingParam } from '../../src/lib/errors.ts'
import { readMultipartFile } from '../../src/lib/http/multipart-body.ts'
import { decodeText } from '../../src/lib/text/decode-text.ts'
import type { UploadEndpoint } from '../endpoint.ts'
import type { ReceiveOptions } from '../handle-request.ts'

/** Maximum number of files of an organization that a process receives at a time, because it keeps their bytes. */
const MAX_AT_ONCE = 20
const RETRY_AFTER_S = 10

/**
 * Creates the reader of a form with a text file. It returns the text as the field of the file.
 * @throws AppError as `readMultipartFile`; MISSING_PARAM without a file, INVALID_PARAM for mixed encodings,
 * RATE_LIMITED while the organization uploads 20 files
 */
export function receiveFile({ file, maxMegabytes }: UploadEndpoint) {
  const uploads = createTally(MAX_AT_ONCE)
  return async (
    request: Request,
    response: Response,
    { withinMs, caller }: ReceiveOptions,
  ): Promise<Record<string, unknown>> => {
    const leave = uploads.enter(String(caller.organizationId))
    if (!leave)
      throw new AppError(
        'RATE_LIMITED',
        `An organization can upload ${MAX_AT_ONCE} files at a time; try again later`,
        { retryAfter: RETRY_AFTER_S },
      )
    const options = { field: file, maxMegabytes, withinMs }
    const bytes = await readMultipartFile(request, response, options).finally(leave)
    if (!bytes) throw missingParam(file)
    const text = decodeText(bytes)
    if (text === null)
      throw invalidParam(file, 'must be UTF-8, UTF-16 with a byte order mark, or windows-1252')
    return { [file]: text }
  }
}
