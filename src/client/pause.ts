/** Waits for a time in milliseconds. Rejects with the reason of `signal` when it is aborted. */
export function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })
}

/**
 * Returns the milliseconds before the next try after `failures` in a row: half to all of 500 ms, doubled with
 * each failure up to `maxMs`. The random part separates clients that failed together.
 */
export function backoff(failures: number, maxMs: number): number {
  const full = Math.min(500 * 2 ** Math.min(failures - 1, 20), maxMs)
  return full * (0.5 + Math.random() / 2)
}
