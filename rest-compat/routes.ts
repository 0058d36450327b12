import type { Route } from './router.ts'
import { createFeatureRequest } from './v3/create-feature-request.ts'
import { deleteFeatureRequest } from './v3/delete-feature-request.ts'
import { getFeatureRequest } from './v3/get-feature-request.ts'
import { listFeatureRequests } from './v3/list-feature-requests.ts'
import { postOnBehalf } from './v3/post-on-behalf.ts'
import { updateFeatureRequest } from './v3/update-feature-request.ts'
import { createChangelog } from './v3/create-changelog.ts'
import { deleteChangelog } from './v3/delete-changelog.ts'
import { getChangelog } from './v3/get-changelog.ts'
import { getRoadmap } from './v3/get-roadmap.ts'
import { listChangelogs } from './v3/list-changelogs.ts'
import { listRoadmaps } from './v3/list-roadmaps.ts'
import { publishChangelog } from './v3/publish-changelog.ts'
import { updateChangelog } from './v3/update-changelog.ts'
import { createComment } from './v3/create-comment.ts'
import { deleteComment } from './v3/delete-comment.ts'
import { getComment } from './v3/get-comment.ts'
import { listComments } from './v3/list-comments.ts'
import { updateComment } from './v3/update-comment.ts'
import { createCustomer } from './v3/create-customer.ts'
import { deleteCustomer } from './v3/delete-customer.ts'
import { getCustomer } from './v3/get-customer.ts'
import { importCustomers } from './v3/import-customers.ts'
import { listCustomers } from './v3/list-customers.ts'
import { updateCustomer } from './v3/update-customer.ts'
import { updateCustomerByEmail } from './v3/update-customer-by-email.ts'
import { createTag } from './v3/create-tag.ts'
import { deleteTag } from './v3/delete-tag.ts'
import { getOrganizationInfo } from './v3/get-organization-info.ts'
import { getTag } from './v3/get-tag.ts'
import { listBuckets } from './v3/list-buckets.ts'
import { listTags } from './v3/list-tags.ts'
import { updateTag } from './v3/update-tag.ts'

/** The whole REST API: method, path, credential, OAuth scope, endpoint (contract chapter 4). */
export const routes: readonly Route[] = [
  ['GET', '/api/v3/organizations/info', 'key', 'posts:read', getOrganizationInfo],
  ['GET', '/api/v3/buckets', 'key', 'posts:read', listBuckets],

  ['GET', '/api/v3/feature_requests', 'key', 'posts:read', listFeatureRequests],
  ['POST', '/api/v3/feature_requests', 'key', 'posts:write', createFeatureRequest],
  ['POST', '/api/v3/feature_requests/post_on_behalf', 'key+user', 'posts:write', postOnBehalf],
  ['GET', '/api/v3/feature_requests/:id', 'key', 'posts:read', getFeatureRequest],
  ['PUT', '/api/v3/feature_requests/:id', 'key', 'posts:write', updateFeatureRequest],
  ['PATCH', '/api/v3/feature_requests/:id', 'key', 'posts:write', updateFeatureRequest],
  ['DELETE', '/api/v3/feature_requests/:id', 'key', 'posts:write', deleteFeatureRequest],

  ['GET', '/api/v3/comments', 'key', 'comments:read', listComments],
  ['POST', '/api/v3/comments', 'key', 'comments:write', createComment],
  ['GET', '/api/v3/comments/:id', 'key', 'comments:read', getComment],
  ['PUT', '/api/v3/comments/:id', 'key', 'comments:write', updateComment],
  ['DELETE', '/api/v3/comments/:id', 'key', 'comments:write', deleteComment],

  ['GET', '/api/v3/customers', 'key', 'customers:read', listCustomers],
  ['POST', '/api/v3/customers', 'key+user', 'customers:write', createCustomer],
  ['PUT', '/api/v3/customers', 'key+user', 'customers:write', updateCustomerByEmail],
  ['POST', '/api/v3/customers/import', 'key+user', 'customers:write', importCustomers],
  ['GET', '/api/v3/customers/:id', 'key', 'customers:read', getCustomer],
  ['PUT', '/api/v3/customers/:id', 'key+user', 'customers:write', updateCustomer],
  ['DELETE', '/api/v3/customers/:id', 'key+user', 'customers:write', deleteCustomer],

  ['GET', '/api/v3/roadmaps', 'key', 'roadmap:read', listRoadmaps],
  ['GET', '/api/v3/roadmaps/:id', 'key', 'roadmap:read', getRoadmap],

  ['GET', '/api/v3/changelogs', 'key', 'changelog:read', listChangelogs],
  ['POST', '/api/v3/changelogs', 'key+user', 'changelog:write', createChangelog],
  ['GET', '/api/v3/changelogs/:id', 'key', 'changelog:read', getChangelog],
  ['PUT', '/api/v3/changelogs/:id', 'key+user', 'changelog:write', updateChangelog],
  ['PATCH', '/api/v3/changelogs/:id', 'key+user', 'changelog:write', updateChangelog],
  ['DELETE', '/api/v3/changelogs/:id', 'key+user', 'changelog:write', deleteChangelog],
  ['POST', '/api/v3/changelogs/:id/publish', 'key+user', 'changelog:write', publishChangelog],

  ['GET', '/api/v3/tags', 'key', 'tags:read', listTags],
  ['POST', '/api/v3/tags', 'key', 'tags:write', createTag],
  ['GET', '/api/v3/tags/:id', 'key', 'tags:read', getTag],
  ['PUT', '/api/v3/tags/:id', 'key', 'tags:write', updateTag],
  ['DELETE', '/api/v3/tags/:id', 'key', 'tags:write', deleteTag],
]
