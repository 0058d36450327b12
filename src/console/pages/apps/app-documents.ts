import { graphql, type ResultOf } from '../../graphql.ts'

const APP_FIELDS = graphql(`
  fragment AppFields on OAuthApp @_unmask {
    id
    clientId
    name
    redirectUris
    allowedActorModes
    declaredScopes
    webhookUrl
    subscribedWebhookEvents
    previousWebhookSecretUntil
    suspendedAt
    createdAt
    updatedAt
  }
`)

/** Apps of the organization, newest first. */
export const OWN_APPS = graphql(`
  query OwnApps($after: String) {
    oauthApps(first: 50, after: $after) {
      nodes {
        id
        name
        suspendedAt
        createdAt
        declaredScopes
        installs(first: 1) {
          totalCount
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type OwnApp = ResultOf<typeof OWN_APPS>['oauthApps']['nodes'][number]

/** One app of the organization. */
export const ONE_APP = graphql(
  `
    query OneApp($id: ID!) {
      oauthApp(by: { id: $id }) {
        id
        ...AppFields
      }
    }
  `,
  [APP_FIELDS],
)

export type App = NonNullable<ResultOf<typeof ONE_APP>['oauthApp']>

/** All scopes in their order on the consent page. */
export const SCOPES = graphql(`
  query Scopes {
    scopes {
      scope
      name
      description
    }
  }
`)

export type Scope = ResultOf<typeof SCOPES>['scopes'][number]

export const REGISTER_APP = graphql(`
  mutation RegisterApp($input: RegisterOAuthAppInput!) {
    registerOAuthApp(input: $input) {
      oauthApp {
        id
        clientId
        name
      }
      clientSecret
      webhookSecret
      errors {
        message
        field
        problem
      }
    }
  }
`)

export const UPDATE_APP = graphql(
  `
    mutation UpdateApp($input: UpdateOAuthAppInput!) {
      updateOAuthApp(input: $input) {
        oauthApp {
          id
          ...AppFields
        }
        webhookSecret
        errors {
          message
          field
          problem
        }
      }
    }
  `,
  [APP_FIELDS],
)
