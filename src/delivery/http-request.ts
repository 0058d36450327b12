import type { Client, Dispatcher } from 'undici'
import { MAX_BYTES, RequestTimeout } from './response.ts'

export type HttpResponse = {
  status: number
  retryAfter: string | string[] | undefined
  /** Chunks read from the body. */
  chunks: Buffer[]
}

/**
 * Sends one request. Returns the part of the response that was read and the error that ended it early, or
 * null. Never rejects. The client is destroyed unless the response is complete. This includes an error, a
 * timeout after `timeoutMs` and a body that exceeds the limit. The last is no error.
 */
export function sendRequest(
  client: Client,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<{ answer: HttpResponse | null; error: Error | null }> {
  return new Promise((resolve) => {
    let answer: HttpResponse | null = null
    let size = 0
    let isOver = false
    const end = (error: Error | null) => {
      if (isOver) return
      isOver = true
      clearTimeout(deadline)
      resolve({ answer, error })
    }
    const cut = (error: Error | null) => {
      end(error)
      void client.destroy()
    }
    const deadline = setTimeout(() => cut(new RequestTimeout(timeoutMs)), timeoutMs)
    client.dispatch(request, {
      // undici identifies current handlers by this method.
      onRequestStart() {},
      onResponseStart(_, status, headers) {
        if (status >= 200) answer = { status, retryAfter: headers['retry-after'], chunks: [] }
      },
      onResponseData(_, chunk) {
        answer?.chunks.push(chunk)
        size += chunk.length
        if (size > MAX_BYTES) cut(null)
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => cut(error),
    })
  })
}
