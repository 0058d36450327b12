import { isConnectionError } from '../../db/connection-errors.ts'
import { AppError, unavailable } from '../../lib/errors.ts'

/**
 * Returns the error that needs no application. Without a connection, the application would read the
 * database again and make the client wait twice. Null for any other error.
 */
export function earlyErrorOf(error: unknown): AppError | null {
  if (isConnectionError(error)) return unavailable()
  return error instanceof AppError && error.code === 'RATE_LIMITED' ? error : null
}
