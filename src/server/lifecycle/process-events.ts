import { isConnectionError } from '../../db/connection-errors.ts'
import { AppError } from '../../lib/errors.ts'
import type { Logger } from '../../lib/log/logger.ts'

const STOP_WITHIN_MS = 9_500

/** Runs `stop` at the first signal to stop, and exits afterwards or after `STOP_WITHIN_MS`. */
export function stopOnSignal(log: Logger, stop: () => Promise<void>): void {
  let stopping = false
  const begin = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not shut down cleanly')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, begin)
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
