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
import { getSessionInfo } from './v3/get-session-info.ts'
import { getTag } from './v3/get-tag.ts'
import { listBuckets } from './v3/list-buckets.ts'
import { listTags } from './v3/list-tags.ts'
import { updateTag } from './v3/update-tag.ts'
import { createWebhook } from './v3/create-webhook.ts'
import { deleteWebhook } from './v3/delete-webhook.ts'
import { listWebhookDeliveries } from './v3/list-webhook-deliveries.ts'
import { listWebhooks } from './v3/list-webhooks.ts'
import { redeliverWebhookDelivery } from './v3/redeliver-webhook-delivery.ts'
import { updateWebhook } from './v3/update-webhook.ts'
import { deleteApp } from './oauth/delete-app.ts'
import { getApp } from './oauth/get-app.ts'
import { listAppInstalls } from './oauth/list-app-installs.ts'
import { listApps } from './oauth/list-apps.ts'
import { registerApp } from './oauth/register-app.ts'
import { resumeApp } from './oauth/resume-app.ts'
import { rotateAppSecret } from './oauth/rotate-app-secret.ts'
import { rotateAppWebhookSecret } from './oauth/rotate-app-webhook-secret.ts'
import { suspendApp } from './oauth/suspend-app.ts'
import { updateApp } from './oauth/update-app.ts'
import { listInstalls } from './oauth/list-installs.ts'
import { narrowInstall } from './oauth/narrow-install.ts'
import { revokeInstall } from './oauth/revoke-install.ts'
import { authorize } from './oauth/authorize.ts'
import { consent } from './oauth/consent.ts'
import { exchangeToken } from './oauth/exchange-token.ts'
import { getOAuthServer } from './oauth/get-oauth-server.ts'
import { introspectToken } from './oauth/introspect-token.ts'
import { revokeToken } from './oauth/revoke-token.ts'

/** The whole REST API: method, path, credential, OAuth scope, endpoint (contract 4 and 5). */
export const routes: readonly Route[] = [
  ['GET', '/api/v3/session_info', 'token', 'any', getSessionInfo],
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

  ['GET', '/api/v3/webhooks', 'key+user', 'webhooks:manage', listWebhooks],
  ['POST', '/api/v3/webhooks', 'key+user', 'webhooks:manage', createWebhook],
  ['PUT', '/api/v3/webhooks/:id', 'key+user', 'webhooks:manage', updateWebhook],
  ['DELETE', '/api/v3/webhooks/:id', 'key+user', 'webhooks:manage', deleteWebhook],
  ['GET', '/api/v3/webhooks/:id/deliveries', 'key+user', 'webhooks:manage', listWebhookDeliveries],
  [
    'POST',
    '/api/v3/webhooks/:id/deliveries/:delivery_id/redeliver',
    'key+user',
    'webhooks:manage',
    redeliverWebhookDelivery,
  ],

  ['GET', '/oauth/apps', 'user', null, listApps],
  ['POST', '/oauth/apps', 'user', null, registerApp],
  ['GET', '/oauth/apps/:client_id', 'user', null, getApp],
  ['PUT', '/oauth/apps/:client_id', 'user', null, updateApp],
  ['PATCH', '/oauth/apps/:client_id', 'user', null, updateApp],
  ['DELETE', '/oauth/apps/:client_id', 'user', null, deleteApp],
  ['POST', '/oauth/apps/:client_id/rotate_secret', 'user', null, rotateAppSecret],
  ['POST', '/oauth/apps/:client_id/rotate_webhook_secret', 'user', null, rotateAppWebhookSecret],
  ['POST', '/oauth/apps/:client_id/suspend', 'user', null, suspendApp],
  ['POST', '/oauth/apps/:client_id/resume', 'user', null, resumeApp],
  ['GET', '/oauth/apps/:client_id/installs', 'user', null, listAppInstalls],

  ['GET', '/oauth/authorize', 'user', null, authorize],
  ['POST', '/oauth/authorize/consent', 'user', null, consent],
  ['POST', '/oauth/token', 'client', null, exchangeToken],
  ['POST', '/oauth/revoke', 'client', null, revokeToken],
  ['POST', '/oauth/introspect', 'client', null, introspectToken],
  ['GET', '/.well-known/oauth-authorization-server', 'none', null, getOAuthServer],

  ['GET', '/oauth/installs', 'user', null, listInstalls],
  ['PATCH', '/oauth/installs/:id', 'user', null, narrowInstall],
  ['DELETE', '/oauth/installs/:id', 'user', null, revokeInstall],
]
