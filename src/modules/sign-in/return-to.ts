import { invalidParam } from '../../lib/errors.ts'

const MAX_PATH = 2048

/** Description of the path of a sign-in in an input. */
export const RETURN_TO =
  'Path to which the sign-in leads, at most 2048 characters. Default `/`, which is on the own host of the organization if it has one.'

/** Returns the path to which a sign-in leads. @throws AppError INVALID_PARAM */
export function checkReturnTo(value: string | null | undefined): string {
  const path = value ?? '/'
  if (path.length > MAX_PATH || !path.startsWith('/')) throw invalidParam('returnTo')
  return path
}
