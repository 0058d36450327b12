import type { Route } from './router.ts'
import { createFeatureRequest } from './v3/create-feature-request.ts'
import { deleteFeatureRequest } from './v3/delete-feature-request.ts'
import { getFeatureRequest } from './v3/get-feature-request.ts'
import { listFeatureRequests } from './v3/list-feature-requests.ts'
import { postOnBehalf } from './v3/post-on-behalf.ts'
import { updateFeatureRequest } from './v3/update-feature-request.ts'

/** The whole REST API: method, path, credential, OAuth scope, endpoint (contract chapter 4). */
export const routes: readonly Route[] = [
  ['GET', '/api/v3/feature_requests', 'key', 'posts:read', listFeatureRequests],
  ['POST', '/api/v3/feature_requests', 'key', 'posts:write', createFeatureRequest],
  ['POST', '/api/v3/feature_requests/post_on_behalf', 'key+user', 'posts:write', postOnBehalf],
  ['GET', '/api/v3/feature_requests/:id', 'key', 'posts:read', getFeatureRequest],
  ['PUT', '/api/v3/feature_requests/:id', 'key', 'posts:write', updateFeatureRequest],
  ['PATCH', '/api/v3/feature_requests/:id', 'key', 'posts:write', updateFeatureRequest],
  ['DELETE', '/api/v3/feature_requests/:id', 'key', 'posts:write', deleteFeatureRequest],
]
