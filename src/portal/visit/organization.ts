import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'

/** Reads what every page of a portal shows of its organization. */
export const ORGANIZATION = graphql(/* GraphQL */ `
  query {
    organization {
      databaseId
      createdAt
      slug
      name
      description
      homePage
      avatarUrl
      colorPrimary
      locales
      defaultLocale
      portalUrl
    }
  }
`)

/** Reads what a portal that is closed to visitors shows. */
export const NAME_ONLY = graphql(/* GraphQL */ `
  query {
    organization {
      name
      avatarUrl
      colorPrimary
      locales
      defaultLocale
      signInProviders {
        id
        name
      }
    }
  }
`)

/** The organization of a page. */
export type PortalOrganization = NonNullable<ResultOf<typeof ORGANIZATION>['organization']>
