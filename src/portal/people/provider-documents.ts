import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'

/** Begins a sign-in with a provider. */
export const BEGIN_WITH_PROVIDER = graphql(
  /* GraphQL */ `
    mutation ($organization: String, $providerId: ID, $returnTo: String, $locale: Locale) {
      beginSignInWithProvider(
        input: { organization: $organization, providerId: $providerId, returnTo: $returnTo, locale: $locale }
      ) {
        url
        token
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Starts a session with the answer of a provider. */
export const SIGN_IN_WITH_PROVIDER = graphql(
  /* GraphQL */ `
    mutation ($organization: String, $token: String!, $answer: String!) {
      signInWithProvider(input: { organization: $organization, token: $token, answer: $answer }) {
        session {
          token
        }
        returnTo
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)
