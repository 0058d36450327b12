import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'

/** Fields of the form of preferences. */
export const PREFERENCES = graphql(/* GraphQL */ `
  fragment Preferences on NotificationPreferences {
    kinds {
      kind
      frequency
      inBell
    }
    noMail
    changelogSubscribed
    suppression
  }
`)

const LINK = graphql(
  /* GraphQL */ `
    fragment Link on MailLink {
      organizationName
      organizationSlug
      avatarUrl
      colorPrimary
      maskedEmail
      locale
      kind
      isAboutPost
      preferencesToken
      preferences {
        ...Preferences
      }
    }
  `,
  [PREFERENCES],
)

/** Reads the link of a mail. */
export const MAIL_LINK = graphql(
  /* GraphQL */ `
    query ($token: String!) {
      mailLink(token: $token) {
        ...Link
      }
    }
  `,
  [LINK],
)

/** Ends the mails of a link. */
export const UNSUBSCRIBE = graphql(
  /* GraphQL */ `
    mutation ($token: String!) {
      unsubscribeByMailLink(input: { token: $token }) {
        mailLink {
          ...Link
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [LINK, USER_ERROR],
)

/** Stores the choices of the person of a link. */
export const UPDATE_BY_LINK = graphql(
  /* GraphQL */ `
    mutation (
      $token: String!
      $choices: [NotificationPreferenceInput!]
      $noMail: Boolean
      $allowMail: Boolean
    ) {
      updatePreferencesByMailLink(
        input: { token: $token, choices: $choices, noMail: $noMail, allowMail: $allowMail }
      ) {
        mailLink {
          ...Link
        }
        errors {
          ...userError
        }
      }
    }
  `,
  [LINK, USER_ERROR],
)
