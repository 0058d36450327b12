import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../../src/lib/graphql-client/graphql.ts'

/** GraphQL fields of an organization as apps and their users see it. */
export const PUBLIC_ORGANIZATION = graphql(/* GraphQL */ `
  fragment publicOrganization on OrganizationSummary {
    databaseId
    name
    slug
  }
`)

/** Converts the public details of an organization to their documented JSON. */
export function presentPublicOrganization({
  databaseId,
  name,
  slug,
}: ResultOf<typeof PUBLIC_ORGANIZATION>): components['schemas']['OrganizationSummary'] {
  return { id: databaseId, name, subdomain: slug }
}
