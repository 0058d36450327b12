import { graphql } from '../../graphql.ts'

export const ROTATE_CLIENT_SECRET = graphql(`
  mutation RotateClientSecret($id: ID!) {
    rotateOAuthAppClientSecret(input: { app: { id: $id } }) {
      clientSecret
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const ROTATE_WEBHOOK_SECRET = graphql(`
  mutation RotateAppWebhookSecret($id: ID!) {
    rotateOAuthAppWebhookSecret(input: { app: { id: $id } }) {
      oauthApp {
        id
        previousWebhookSecretUntil
      }
      webhookSecret
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const SUSPEND_APP = graphql(`
  mutation SuspendApp($id: ID!) {
    suspendOAuthApp(input: { app: { id: $id } }) {
      oauthApp {
        id
        suspendedAt
        updatedAt
      }
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const RESUME_APP = graphql(`
  mutation ResumeApp($id: ID!) {
    resumeOAuthApp(input: { app: { id: $id } }) {
      oauthApp {
        id
        suspendedAt
        updatedAt
      }
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const DELETE_APP = graphql(`
  mutation DeleteApp($id: ID!) {
    deleteOAuthApp(input: { app: { id: $id } }) {
      deletedOAuthAppId
      errors {
        message
        field
        problem
      }
    }
  }
`)
