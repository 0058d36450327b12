import { AppError, unavailable } from '../../lib/errors.ts'
import { isConnectionError } from '../../db/errors/connection-errors.ts'

/**
 * Converts any error to the one for the client. Application errors remain unchanged. An unreachable database
 * becomes UNAVAILABLE. An unexpected error becomes INTERNAL with a generic message.
 */
export function toAppError(error: unknown, onUnexpected: (error: unknown) => void): AppError {
  if (error instanceof AppError) return error
  if (isConnectionError(error)) return unavailable()
  onUnexpected(error)
  return new AppError('INTERNAL', 'Something went wrong')
}
