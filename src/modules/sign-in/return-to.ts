import { invalidParam } from '../../lib/errors.ts'
import { returnPath } from '../../lib/http/return-path.ts'

const MAX_PATH = 2048

/** Description of the path of a sign-in in an input. */
export const RETURN_TO =
  'Path to which the sign-in leads, at most 2048 characters. Default `/`, which is on the own host of the organization if it has one.'

/**
 * Returns the path to which a sign-in leads, as browsers read it. It leads to no other site.
 * @throws AppError INVALID_PARAM
 */
export function checkReturnTo(value: string | null | undefined): string {
  const path = returnPath(value ?? '/', '')
  if (path === '' || path.length > MAX_PATH) throw invalidParam('returnTo')
  return path
}
