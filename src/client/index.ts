export { createClient, type ClientOptions, type EchologClient } from './create-client.ts'
export type { Credential, CredentialSource } from './credential.ts'
export { dataOf, EchologError, type ErrorCode } from './echolog-error.ts'
export { graphql, type OperationOptions, type OperationResult } from './graphql.ts'
export type { ItemOf, ListOptions, ListPath } from './list.ts'
export type { RetryOptions } from './retrying-fetch.ts'
export {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookEvent,
  type WebhookEvents,
  type WebhookOptions,
  type WebhookRequest,
} from './verify-webhook.ts'
export type { components, paths } from '../../openapi/types.ts'
export type { ResultOf, VariablesOf } from 'gql.tada'
