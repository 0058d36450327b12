import { unprocessable } from '../../src/lib/errors.ts'
import { databaseId, nodeId } from '../node-id.ts'

/**
 * Converts `feature_requests_ids` to GraphQL ids. Returns undefined unchanged, and items that are null in the
 * request and undefined here, which GraphQL rejects.
 * @throws AppError UNPROCESSABLE for an integer that no post can have
 */
export function postIds(ids: (number | undefined)[] | undefined): string[] | undefined {
  if (ids?.some((id) => id !== undefined && databaseId(id) === 0))
    throw unprocessable('feature_requests_ids', 'does not exist')
  return ids?.map((id) => (id === undefined ? id : nodeId('post', id))) as string[] | undefined
}
