import type { ResultOf } from 'gql.tada'
import type { components } from '../../openapi/types.ts'
import { graphql } from '../graphql.ts'

/** GraphQL fields of an organization that is embedded in another object. */
export const ORGANIZATION_SUMMARY = graphql(/* GraphQL */ `
  fragment organizationSummary on Organization {
    databaseId
    name
    slug
  }
`)

/** Converts an embedded organization to its documented JSON. */
export function presentOrganization(
  data: ResultOf<typeof ORGANIZATION_SUMMARY>,
): components['schemas']['organization-summary'] {
  return { id: data.databaseId, name: data.name, subdomain: data.slug }
}
