import { setTimeout as sleep } from 'node:timers/promises'

type RetryOptions = {
  /** Delay before the next try, in milliseconds. */
  delayMs: number | ((failures: number) => number)
  /** Default unlimited. */
  maxTries?: number
  /** Whether another try may succeed after this error. Default always. */
  isRetryable?: (error: unknown, failures: number) => boolean | Promise<boolean>
  /** Receives the first error, to log it. */
  onFirstFailure?: (error: unknown) => void
}

/**
 * Repeats work until it succeeds. `work` receives the number of failures. Stops before a try when `until`
 * returns true, and then returns null.
 * @throws the error of the last try, or of one that is not retryable
 */
export async function retry<Value>(
  work: (failures: number) => Promise<Value>,
  options: RetryOptions & { until: () => boolean },
): Promise<Value | null>
export async function retry<Value>(
  work: (failures: number) => Promise<Value>,
  options: RetryOptions & { until?: undefined },
): Promise<Value>
export async function retry<Value>(
  work: (failures: number) => Promise<Value>,
  options: RetryOptions & { until?: (() => boolean) | undefined },
): Promise<Value | null> {
  const {
    delayMs,
    maxTries = Infinity,
    isRetryable = () => true,
    onFirstFailure,
    until = () => false,
  } = options
  for (let failures = 0; !until();) {
    try {
      return await work(failures)
    } catch (error) {
      failures++
      if (failures === 1 && !until()) onFirstFailure?.(error)
      if (failures >= maxTries || !(await isRetryable(error, failures))) throw error
    }
    await sleep(typeof delayMs === 'number' ? delayMs : delayMs(failures))
  }
  return null
}
