import { graphql, type ResultOf } from '../../graphql.ts'

const ORGANIZATION_SETTINGS = graphql(`
  fragment OrganizationSettings on Organization @_unmask {
    id
    name
    slug
    description
    homePage
    avatarUrl
    portalUrl
    visibility
    anonymousVotes
    anonymousPosts
    colorPrimary
    colorPrimaryLight
    colorPrimaryDark
    formDescription
    submitButtonText
    multilingualChangelog
    locales
    defaultLocale
    ssoKeyRotatedAt
    ssoForTeam
    signUp
    signUpDomains
    mailSenderName
    mailSenderAddress
    mailReplyTo
    mailFooter
    timeZone
    notifyPeopleOfImports
    agentAccess
    updatedAt
  }
`)

/** Settings of the organization. */
export const ORGANIZATION = graphql(
  `
    query OrganizationSettings {
      organization {
        id
        ...OrganizationSettings
      }
    }
  `,
  [ORGANIZATION_SETTINGS],
)

/** The settings as the page shows them. */
export type Organization = NonNullable<ResultOf<typeof ORGANIZATION>['organization']>

export const UPDATE_ORGANIZATION = graphql(
  `
    mutation UpdateOrganization($input: UpdateOrganizationInput!) {
      updateOrganization(input: $input) {
        organization {
          id
          ...OrganizationSettings
        }
        errors {
          field
          message
          problem
        }
      }
    }
  `,
  [ORGANIZATION_SETTINGS],
)

export const ROTATE_SSO_KEY = graphql(`
  mutation RotateSsoKey {
    rotateSsoKey(input: {}) {
      ssoKey
      organization {
        id
        ssoKeyRotatedAt
        updatedAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
