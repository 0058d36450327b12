import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'

/** Mails a link that sets a new password. */
export const REQUEST_PASSWORD_RESET = graphql(
  /* GraphQL */ `
    mutation ($email: EmailAddress!, $locale: Locale) {
      requestPasswordReset(input: { email: $email, locale: $locale }) {
        requested
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

/** Reads what the page of a link shows. */
export const PASSWORD_RESET = graphql(/* GraphQL */ `
  query ($token: String!) {
    passwordReset(token: $token) {
      maskedEmail
    }
  }
`)

/** Sets the password with a link, and starts a session. */
export const RESET_PASSWORD = graphql(
  /* GraphQL */ `
    mutation ($token: String!, $newPassword: String!, $locale: Locale) {
      resetPassword(input: { token: $token, newPassword: $newPassword, locale: $locale }) {
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
