import type { Client, Dispatcher } from 'undici'
import { storedHeaders, type StoredHeaders } from './headers.ts'
import { MAX_BYTES, RequestTimeout } from './response.ts'

export type HttpResponse = {
  status: number
  retryAfter: string | string[] | undefined
  headers: StoredHeaders
  /** Chunks read from the body. */
  chunks: Buffer[]
}

/** Status of a response that ends with its headers, even if they announce a body (RFC 9112 section 6.3). */
const NO_CONTENT = 204

/**
 * Sends one request. Returns the part of the response that was read and the error that ended it early, or
 * null. `isSent` is whether the request was written to a connection. Never rejects. The client is destroyed
 * unless the response is complete, so also after an error, a timeout after `timeoutMs` and a body that exceeds
 * the limit. The last is no error.
 */
export function sendRequest(
  client: Client,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<{ answer: HttpResponse | null; error: Error | null; isSent: boolean }> {
  return new Promise((resolve) => {
    let answer: HttpResponse | null = null
    let size = 0
    let isSent = false
    let isOver = false
    const end = (error: Error | null) => {
      if (isOver) return
      isOver = true
      clearTimeout(deadline)
      resolve({ answer, error, isSent })
    }
    const cut = (error: Error | null) => {
      end(error)
      void client.destroy()
    }
    const deadline = setTimeout(() => cut(new RequestTimeout(timeoutMs)), timeoutMs)
    client.dispatch(request, {
      onRequestStart: () => void (isSent = true),
      onResponseStart(_, status, headers) {
        if (status >= 200)
          answer = { status, retryAfter: headers['retry-after'], headers: storedHeaders(headers), chunks: [] }
      },
      onResponseData(_, chunk) {
        answer?.chunks.push(chunk)
        size += chunk.length
        if (size > MAX_BYTES) cut(null)
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => cut(answer?.status === NO_CONTENT ? null : error),
    })
  })
}
