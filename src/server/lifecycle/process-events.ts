import { isConnectionError } from '../../db/errors/connection-errors.ts'
import { AppError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/log/logger.ts'

const STOP_WITHIN_MS = 9_500
/** Signals to stop, with the exit code of a command that they end: 128 and their number. */
const SIGNALS = { SIGTERM: 143, SIGINT: 130, SIGHUP: 129 } as const

/**
 * Runs `stop`, which first waits for `delayMs`, at the first signal to stop. Exits afterwards, or `STOP_WITHIN_MS`
 * after the wait.
 */
export function stopOnSignal(log: Logger, stop: () => Promise<void>, delayMs = 0): void {
  let stopping = false
  const begin = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), delayMs + STOP_WITHIN_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not shut down cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of Object.keys(SIGNALS)) process.on(signal, begin)
}

/**
 * Resolves at the first signal to stop, with its exit code. The process exits `STOP_WITHIN_MS` later at the latest.
 */
export function firstSignal(): Promise<number> {
  return new Promise((resolve) => {
    for (const [signal, code] of Object.entries(SIGNALS))
      process.on(signal, () => {
        setTimeout(() => process.exit(code), STOP_WITHIN_MS).unref()
        resolve(code)
      })
  })
}

/** Whether an error rejects one operation, after which the process continues. */
const isExpected = (error: unknown) => error instanceof AppError || isConnectionError(error)

/** Logs an uncaught error and exits, because the state of the process is unknown. */
export function exitOnUncaught(log: Logger): void {
  const end = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected error')
    process.exit(1)
  }
  process.on('uncaughtException', end).on('unhandledRejection', (reason) => {
    // The executor drops the promises of sibling fields when a field throws.
    if (!isExpected(reason)) return end(reason)
    log.warn({ err: reason }, 'the result of a canceled operation was rejected')
  })
}

/** Ignores errors of the output streams such as EPIPE, so that the process continues without a reader. */
export function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
