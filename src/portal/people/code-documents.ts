import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'

/** Mails a code and a link. */
export const REQUEST_CODE = graphql(
  /* GraphQL */ `
    mutation ($organization: String!, $email: EmailAddress!, $returnTo: String, $locale: Locale) {
      requestSignInCode(
        input: { organization: $organization, email: $email, returnTo: $returnTo, locale: $locale }
      ) {
        token
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Starts a session with a code. */
export const SIGN_IN_WITH_CODE = graphql(
  /* GraphQL */ `
    mutation ($organization: String!, $token: String!, $code: String!) {
      signInWithCode(input: { organization: $organization, token: $token, code: $code }) {
        session {
          token
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Starts a session with a link. */
export const SIGN_IN_WITH_LINK = graphql(
  /* GraphQL */ `
    mutation ($organization: String!, $token: String!) {
      signInWithLink(input: { organization: $organization, token: $token }) {
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
