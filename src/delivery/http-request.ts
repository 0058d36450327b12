import type { Client, Dispatcher } from 'undici'
import { MAX_BYTES } from './response-text.ts'

/** An attempt that was not over in time. */
export class RequestTimeout extends Error {
  constructor(timeoutMs: number) {
    super(`timed out after ${timeoutMs / 1000} s`)
  }
}

export type HttpResponse = {
  status: number
  retryAfter: string | string[] | undefined
  /** What was read of the body. */
  chunks: Buffer[]
}

/**
 * One request and what was read of its answer, with the error that ended it early; null when there was none. Never
 * rejects. The client is destroyed unless the answer came to its end: on an error, after `timeoutMs`, whatever it waits
 * for then, and, which is no error, once the body has more bytes than are kept.
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
      // By this method undici tells the present form of a handler from the deprecated one.
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
