import { graphql, type ResultOf } from '../../graphql.ts'

const WEBHOOK_STATE = graphql(`
  fragment WebhookState on Webhook @_unmask {
    id
    name
    url
    enabled
    disabledAt
    disabledReason
    failingSince
    previousSecretUntil
    updatedAt
  }
`)

/** Webhooks with their health and the time of the next try. */
export const WEBHOOKS = graphql(
  `
    query Webhooks($after: String) {
      webhooks(first: 100, after: $after) {
        nodes {
          id
          ...WebhookState
          events
          document
          install {
            id
          }
          health {
            successRate
          }
          deliveries(
            first: 1
            filter: { states: [PENDING] }
            orderBy: { field: CREATED_AT, direction: ASC }
          ) {
            nodes {
              id
              nextAttemptAt
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [WEBHOOK_STATE],
)

export type WebhookRow = ResultOf<typeof WEBHOOKS>['webhooks']['nodes'][number]

export const WEBHOOK = graphql(
  `
    query Webhook($id: ID!) {
      webhook(by: { id: $id }) {
        id
        ...WebhookState
        events
        document
        headerNames
        install {
          id
        }
        deliveries(first: 1, filter: { states: [PENDING] }, orderBy: { field: CREATED_AT, direction: ASC }) {
          nodes {
            id
            nextAttemptAt
          }
        }
      }
    }
  `,
  [WEBHOOK_STATE],
)

export type Webhook = NonNullable<ResultOf<typeof WEBHOOK>['webhook']>

export const CREATE_WEBHOOK = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      webhook {
        id
      }
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const UPDATE_WEBHOOK = graphql(
  `
    mutation UpdateWebhook($input: UpdateWebhookInput!) {
      updateWebhook(input: $input) {
        webhook {
          id
          ...WebhookState
          events
          document
          headerNames
        }
        errors {
          message
          field
          problem
        }
      }
    }
  `,
  [WEBHOOK_STATE],
)

export const ROTATE_SECRET = graphql(
  `
    mutation RotateWebhookSecret($id: ID!) {
      rotateWebhookSecret(input: { id: $id }) {
        secret
        webhook {
          id
          ...WebhookState
        }
        errors {
          message
          field
          problem
        }
      }
    }
  `,
  [WEBHOOK_STATE],
)

export const DELETE_WEBHOOK = graphql(`
  mutation DeleteWebhook($id: ID!) {
    deleteWebhook(input: { id: $id }) {
      deletedWebhookId
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const SEND_TEST = graphql(`
  mutation SendTestEvent($id: ID!) {
    sendTestEvent(input: { id: $id }) {
      webhookDelivery {
        id
      }
      errors {
        message
        field
        problem
      }
    }
  }
`)
