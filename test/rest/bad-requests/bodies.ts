import { write, FORMAT, type BadRequest } from './request.ts'

/** Bodies that are not JSON objects, or are too large. */
export const bodies: BadRequest[] = [
  { ...write('POST', 'tags', '{"name":', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', '[]', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', '"name"', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', 'null', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', '{"name":"a"} trailing', 400, FORMAT), as: 'json' },
  { ...write('POST', 'tags', 'name=a', 415, 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE'), as: 'form' },
  { ...write('POST', 'tags', '{"name":"a"}', 415, 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE'), as: 'text' },
  { ...write('POST', 'tags', '{"name":"a"}', 415, 'ERROR_CODE_UNSUPPORTED_MEDIA_TYPE'), as: 'utf16' },
  write('POST', 'tags', { name: 'x'.repeat(1_100_000) }, 413, 'ERROR_CODE_PAYLOAD_TOO_LARGE'),
]
