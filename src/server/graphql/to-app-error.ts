import { AppError, unavailable } from '../../lib/errors.ts'
import { isConnectionError } from '../../db/connection-errors.ts'

/**
 * What a client is told of anything that was thrown: refusals as they are, an unreachable database as
 * UNAVAILABLE, every surprise as INTERNAL with nothing of its own words.
 */
export function toAppError(error: unknown, onUnexpected: (error: unknown) => void): AppError {
  if (error instanceof AppError) return error
  if (isConnectionError(error)) return unavailable()
  onUnexpected(error)
  return new AppError('INTERNAL', 'Something went wrong')
}
