import { graphql, type ResultOf } from '../../graphql.ts'

/** Apps that are connected to the organization, newest first. */
export const INSTALLS = graphql(`
  query Installs($after: String) {
    installs(first: 50, after: $after, kinds: [REGISTERED]) {
      nodes {
        id
        actorMode
        scopes
        webhookEvents
        updatedAt
        user {
          id
          name
        }
        app {
          kind
          clientId
          name
          subscribedWebhookEvents
          owner {
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type Install = ResultOf<typeof INSTALLS>['installs']['nodes'][number]

/** Organizations that have connected an app. */
export const APP_INSTALLS = graphql(`
  query AppInstalls($id: ID!, $after: String) {
    oauthApp(by: { id: $id }) {
      id
      installs(first: 50, after: $after) {
        nodes {
          installId
          actorMode
          scopes
          webhookEvents
          updatedAt
          organization {
            slug
            name
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`)

export const NARROW_INSTALL = graphql(`
  mutation NarrowInstall($input: NarrowInstallInput!) {
    narrowInstall(input: $input) {
      install {
        id
        scopes
        webhookEvents
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

export const REVOKE_INSTALL = graphql(`
  mutation RevokeInstall($id: ID!) {
    revokeInstall(input: { id: $id }) {
      revokedInstallId
      errors {
        message
        field
        problem
      }
    }
  }
`)
