import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'

/** Reads what the consent page shows. */
export const CONSENT_REQUEST = graphql(/* GraphQL */ `
  query ($request: AuthorizationRequestInput!) {
    consentRequest(request: $request) {
      app {
        kind
        clientId
        name
        owner {
          name
        }
        webhookUrl
        subscribedWebhookEvents
      }
      redirectUri
      actorMode
      requestedScopes {
        name
        description
      }
      organizations {
        organization {
          databaseId
          slug
          name
        }
        installed
        grantedScopes {
          name
          description
        }
        grantableScopes {
          name
          description
        }
      }
      state
    }
  }
`)

/** Reads the app that the page before the consent page names. */
export const CONSENT_APP = graphql(/* GraphQL */ `
  query ($request: AuthorizationRequestInput!) {
    consentApp(request: $request) {
      kind
      clientId
      name
      owner {
        name
      }
    }
  }
`)

/** Grants consent and returns the address to which the browser goes. */
export const GRANT_CONSENT = graphql(
  /* GraphQL */ `
    mutation ($input: GrantConsentInput!) {
      grantConsent(input: $input) {
        redirectTo
        oauthError {
          code
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)
