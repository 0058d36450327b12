import type { Route } from './endpoint.ts'
import { createFeatureRequest } from './v3/create-feature-request.ts'
import { deleteFeatureRequest } from './v3/delete-feature-request.ts'
import { getFeatureRequest } from './v3/get-feature-request.ts'
import { listFeatureRequests } from './v3/list-feature-requests.ts'
import { postOnBehalf } from './v3/post-on-behalf.ts'
import { updateFeatureRequest } from './v3/update-feature-request.ts'
import { addSubscriber } from './v3/add-subscriber.ts'
import { listLatestFeatureRequests } from './v3/list-latest-feature-requests.ts'
import { listMergedPosts } from './v3/list-merged-posts.ts'
import { listSubscribers } from './v3/list-subscribers.ts'
import { listVoters } from './v3/list-voters.ts'
import { mergePosts } from './v3/merge-posts.ts'
import { removeSubscriber } from './v3/remove-subscriber.ts'
import { removeVoteOnBehalf } from './v3/remove-vote-on-behalf.ts'
import { submitFeatureRequest } from './v3/submit-feature-request.ts'
import { unmergePost } from './v3/unmerge-post.ts'
import { voteOnBehalf } from './v3/vote-on-behalf.ts'
import { addRoadmapPost } from './v3/add-roadmap-post.ts'
import { addTeamMember } from './v3/add-team-member.ts'
import { createRoadmap } from './v3/create-roadmap.ts'
import { deleteRoadmap } from './v3/delete-roadmap.ts'
import { importTeam } from './v3/import-team.ts'
import { listRoadmapPosts } from './v3/list-roadmap-posts.ts'
import { listTeam } from './v3/list-team.ts'
import { removeRoadmapPost } from './v3/remove-roadmap-post.ts'
import { removeTeamMember } from './v3/remove-team-member.ts'
import { updateRoadmap } from './v3/update-roadmap.ts'
import { updateTeamMember } from './v3/update-team-member.ts'
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
import { getCustomerImport } from './v3/get-customer-import.ts'
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
import { getWebhook } from './v3/get-webhook.ts'
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
import { registerClient } from './oauth/register-client.ts'
import { revokeToken } from './oauth/revoke-token.ts'

/** The whole REST API: method, path, credential, endpoint (contract 4 and 5). */
export const routes: readonly Route[] = [
  ['GET', '/api/v3/session_info', 'token', getSessionInfo],
  ['GET', '/api/v3/organizations/info', 'key', getOrganizationInfo],
  ['GET', '/api/v3/buckets', 'key', listBuckets],

  ['GET', '/api/v3/feature_requests', 'key', listFeatureRequests],
  ['POST', '/api/v3/feature_requests', 'key', createFeatureRequest],
  ['POST', '/api/v3/feature_requests/post_on_behalf', 'key+member', postOnBehalf],
  ['GET', '/api/v3/feature_requests/latest', 'key', listLatestFeatureRequests],
  ['POST', '/api/v3/feature_requests/submit', 'key', submitFeatureRequest],
  ['DELETE', '/api/v3/feature_requests/unmerge/:child_id', 'key+user', unmergePost],
  ['GET', '/api/v3/feature_requests/:id', 'key', getFeatureRequest],
  ['PUT', '/api/v3/feature_requests/:id', 'key', updateFeatureRequest],
  ['PATCH', '/api/v3/feature_requests/:id', 'key', updateFeatureRequest],
  ['DELETE', '/api/v3/feature_requests/:id', 'key', deleteFeatureRequest],
  ['GET', '/api/v3/feature_requests/:id/merge_posts', 'key', listMergedPosts],
  ['POST', '/api/v3/feature_requests/:id/merge_posts', 'key+user', mergePosts],
  ['GET', '/api/v3/feature_requests/:id/voters', 'key', listVoters],
  ['GET', '/api/v3/feature_requests/:id/subscribers', 'key', listSubscribers],
  ['POST', '/api/v3/feature_requests/:id/subscribers', 'key', addSubscriber],
  ['DELETE', '/api/v3/feature_requests/:id/subscribers', 'key', removeSubscriber],

  ['POST', '/api/v3/votes_on_behalf', 'key+user', voteOnBehalf],
  ['DELETE', '/api/v3/votes_on_behalf', 'key+user', removeVoteOnBehalf],

  ['GET', '/api/v3/comments', 'key', listComments],
  ['POST', '/api/v3/comments', 'key', createComment],
  ['GET', '/api/v3/comments/:id', 'key', getComment],
  ['PUT', '/api/v3/comments/:id', 'key', updateComment],
  ['PATCH', '/api/v3/comments/:id', 'key', updateComment],
  ['DELETE', '/api/v3/comments/:id', 'key', deleteComment],

  ['GET', '/api/v3/customers', 'key', listCustomers],
  ['POST', '/api/v3/customers', 'key+user', createCustomer],
  ['PUT', '/api/v3/customers', 'key+user', updateCustomerByEmail],
  ['PATCH', '/api/v3/customers', 'key+user', updateCustomerByEmail],
  ['POST', '/api/v3/customers/import', 'key+user', importCustomers],
  ['GET', '/api/v3/customers/:id', 'key', getCustomer],
  ['PUT', '/api/v3/customers/:id', 'key+user', updateCustomer],
  ['PATCH', '/api/v3/customers/:id', 'key+user', updateCustomer],
  ['DELETE', '/api/v3/customers/:id', 'key+user', deleteCustomer],
  ['GET', '/api/v3/customers/import/:id', 'key+user', getCustomerImport],

  ['GET', '/api/v3/roadmaps', 'key', listRoadmaps],
  ['POST', '/api/v3/roadmaps', 'key+user', createRoadmap],
  ['GET', '/api/v3/roadmaps/:id', 'key', getRoadmap],
  ['PUT', '/api/v3/roadmaps/:id', 'key+user', updateRoadmap],
  ['PATCH', '/api/v3/roadmaps/:id', 'key+user', updateRoadmap],
  ['DELETE', '/api/v3/roadmaps/:id', 'key+user', deleteRoadmap],
  ['GET', '/api/v3/roadmaps/:id/feature_requests', 'key', listRoadmapPosts],
  ['POST', '/api/v3/roadmaps/:id/feature_requests', 'key+user', addRoadmapPost],
  ['DELETE', '/api/v3/roadmaps/:id/feature_requests', 'key+user', removeRoadmapPost],

  ['GET', '/api/v3/changelogs', 'key', listChangelogs],
  ['POST', '/api/v3/changelogs', 'key+user', createChangelog],
  ['GET', '/api/v3/changelogs/:id', 'key', getChangelog],
  ['PUT', '/api/v3/changelogs/:id', 'key+user', updateChangelog],
  ['PATCH', '/api/v3/changelogs/:id', 'key+user', updateChangelog],
  ['DELETE', '/api/v3/changelogs/:id', 'key+user', deleteChangelog],
  ['POST', '/api/v3/changelogs/:id/publish', 'key+user', publishChangelog],

  ['GET', '/api/v3/tags', 'key', listTags],
  ['POST', '/api/v3/tags', 'key', createTag],
  ['GET', '/api/v3/tags/:id', 'key', getTag],
  ['PUT', '/api/v3/tags/:id', 'key', updateTag],
  ['PATCH', '/api/v3/tags/:id', 'key', updateTag],
  ['DELETE', '/api/v3/tags/:id', 'key', deleteTag],

  ['GET', '/api/v3/teams', 'key+member', listTeam],
  ['POST', '/api/v3/teams', 'key+user', addTeamMember],
  ['POST', '/api/v3/teams/import', 'key+user', importTeam],
  ['PUT', '/api/v3/teams/:id', 'key+user', updateTeamMember],
  ['PATCH', '/api/v3/teams/:id', 'key+user', updateTeamMember],
  ['DELETE', '/api/v3/teams/:id', 'key+user', removeTeamMember],

  ['GET', '/api/v3/webhooks', 'key+user', listWebhooks],
  ['POST', '/api/v3/webhooks', 'key+user', createWebhook],
  ['GET', '/api/v3/webhooks/:id', 'key+user', getWebhook],
  ['PUT', '/api/v3/webhooks/:id', 'key+user', updateWebhook],
  ['PATCH', '/api/v3/webhooks/:id', 'key+user', updateWebhook],
  ['DELETE', '/api/v3/webhooks/:id', 'key+user', deleteWebhook],
  ['GET', '/api/v3/webhooks/:id/deliveries', 'key+user', listWebhookDeliveries],
  ['POST', '/api/v3/webhooks/:id/deliveries/:delivery_id/redeliver', 'key+user', redeliverWebhookDelivery],

  ['GET', '/oauth/apps', 'user', listApps],
  ['POST', '/oauth/apps', 'user', registerApp],
  ['GET', '/oauth/apps/:client_id', 'user', getApp],
  ['PUT', '/oauth/apps/:client_id', 'user', updateApp],
  ['PATCH', '/oauth/apps/:client_id', 'user', updateApp],
  ['DELETE', '/oauth/apps/:client_id', 'user', deleteApp],
  ['POST', '/oauth/apps/:client_id/rotate_secret', 'user', rotateAppSecret],
  ['POST', '/oauth/apps/:client_id/rotate_webhook_secret', 'user', rotateAppWebhookSecret],
  ['POST', '/oauth/apps/:client_id/suspend', 'user', suspendApp],
  ['POST', '/oauth/apps/:client_id/resume', 'user', resumeApp],
  ['GET', '/oauth/apps/:client_id/installs', 'user', listAppInstalls],

  ['POST', '/oauth/register', 'none', registerClient],
  ['GET', '/oauth/authorize', 'user', authorize],
  ['POST', '/oauth/authorize/consent', 'user', consent],
  ['POST', '/oauth/token', 'client', exchangeToken],
  ['POST', '/oauth/revoke', 'client', revokeToken],
  ['POST', '/oauth/introspect', 'client', introspectToken],
  ['GET', '/.well-known/oauth-authorization-server', 'none', getOAuthServer],

  ['GET', '/oauth/installs', 'user', listInstalls],
  ['PATCH', '/oauth/installs/:id', 'user', narrowInstall],
  ['DELETE', '/oauth/installs/:id', 'user', revokeInstall],
]
