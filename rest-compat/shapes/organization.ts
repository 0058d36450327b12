import type { components } from '../../openapi/types.ts'

/** GraphQL fields of an organization that is embedded in another object. */
export const ORGANIZATION_SUMMARY = /* GraphQL */ `
  fragment organizationSummary on Organization {
    id
    name
    slug
  }
`

export type OrganizationSummaryData = { id: string; name: string; slug: string }

/** Converts an embedded organization to its documented JSON. */
export function presentOrganization(
  data: OrganizationSummaryData,
): components['schemas']['organization-summary'] {
  return { id: Number(data.id), name: data.name, subdomain: data.slug }
}
