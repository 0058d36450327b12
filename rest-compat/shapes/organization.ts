import { graphql } from '../../src/lib/graphql-client/graphql.ts'

/** GraphQL fields of an organization that is embedded in another object. */
export const ORGANIZATION_SUMMARY = graphql(/* GraphQL */ `
  fragment organizationSummary on Organization {
    databaseId
    name
    slug
  }
`)
