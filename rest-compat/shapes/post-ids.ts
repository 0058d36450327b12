import { unprocessable } from '../../src/lib/errors.ts'
import { databaseId, nodeId } from '../../src/lib/graphql-client/node-id.ts'

/**
 * Converts `feature_requests_ids` to GraphQL ids. Returns undefined unchanged.
 * @throws AppError UNPROCESSABLE for an integer that no post can have
 */
export function postIds(ids: number[] | undefined): string[] | undefined {
  if (ids?.some((id) => databaseId(id) === 0)) throw unprocessable('feature_requests_ids', 'does not exist')
  return ids?.map((id) => nodeId('post', id))
}
