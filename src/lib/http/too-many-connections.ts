import { tooManyRequests, type AppError } from '../errors.ts'

/** Error for too many connections of one address. */
export function tooManyConnections(): AppError {
  return tooManyRequests('Too many connections from this address', 5)
}
