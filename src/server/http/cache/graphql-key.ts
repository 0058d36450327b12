import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../../auth/caller.ts'
import { responseMediaType } from '../../graphql/handle-request.ts'
import { peekBody } from './peek-body.ts'
import { isOfOrganization, viewKey } from './rest-key.ts'
import type { Unkeyed } from './send-cached.ts'

/**
 * Whether the answer to a request of `/graphql` may depend on its organization alone: it has only an API key or only an
 * access token, and neither stream, page nor stored answer is requested.
 */
export function isOperationOfOrganization({ headers }: IncomingMessage): boolean {
  const { accept = '', cookie, 'idempotency-key': idempotencyKey } = headers
  if (cookie !== undefined || idempotencyKey !== undefined) return false
  return !/text\/(event-stream|html)/i.test(accept) && isOfOrganization(headers)
}

/** Whether a request is a GET or POST of `/graphql` that `isOperationOfOrganization`. */
export function isCacheableOperation(request: IncomingMessage): boolean {
  const { method, url = '' } = request
  if ((method !== 'POST' && method !== 'GET') || !/^\/graphql(\?|$)/.test(url)) return false
  return isOperationOfOrganization(request)
}

/**
 * Returns the key of the answer to a GET: the view of the caller, the media type, and the document with its variables
 * and operation name.
 */
export const queryKey = (caller: Caller, request: IncomingMessage, url: string): string =>
  keyWith(caller, request, hash('sha256', url, 'base64url'))

/**
 * Returns the key of the answer to a POST, which is left to be read. Null if its body is large or late, so that the
 * application answers it.
 */
export async function postKey({ caller, request }: Unkeyed): Promise<string | null> {
  const body = await peekBody(request)
  if (body === null) return null
  return keyWith(caller, request, `${request.headers['content-type']} ${hash('sha256', body, 'base64url')}`)
}

const keyWith = (caller: Caller, { method, headers }: IncomingMessage, operation: string) =>
  [viewKey(caller), method === 'POST' ? 'POST' : 'GET', responseMediaType(headers.accept), operation].join(
    '\n',
  )
