import type { components } from '../../openapi/types.ts'

/** What an organization looks like beside other things. */
export const ORGANIZATION_SUMMARY = /* GraphQL */ `
  fragment organizationSummary on Organization {
    id
    name
    slug
  }
`

export type OrganizationSummaryData = { id: string; name: string; slug: string }

/** An organization as REST documents it beside other things. */
export function presentOrganization(
  data: OrganizationSummaryData,
): components['schemas']['organization-summary'] {
  return { id: Number(data.id), name: data.name, subdomain: data.slug }
}
