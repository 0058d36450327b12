import { AppError } from '../errors.ts'

/** Error for too many connections of one address. */
export function tooManyConnections(): AppError {
  return new AppError('RATE_LIMITED', 'Too many connections from this address', { retryAfter: 5 })
}
