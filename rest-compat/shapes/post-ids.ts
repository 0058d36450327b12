import { unprocessable } from '../../src/lib/errors.ts'
import { databaseId, nodeId } from '../../src/lib/graphql-client/node-id.ts'

type PostIds = { feature_requests_ids?: number[]; feature_request_ids?: number[] }

/** Other name of `feature_requests_ids`, which precedes it. */
export const POST_IDS_ALIAS = { feature_requests_ids: 'feature_request_ids' }

/**
 * Converts `feature_requests_ids`, or else `feature_request_ids`, to GraphQL ids. Undefined without both.
 * @throws AppError UNPROCESSABLE for an integer that no post can have
 */
export function postIds({ feature_requests_ids, feature_request_ids }: PostIds): string[] | undefined {
  const ids = feature_requests_ids ?? feature_request_ids
  if (ids?.some((id) => databaseId(id) === 0)) throw unprocessable('feature_requests_ids', 'does not exist')
  return ids?.map((id) => nodeId('post', id))
}
