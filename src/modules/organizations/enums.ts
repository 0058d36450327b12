import type { OrganizationVisibility } from '../../db/generated/tables.ts'
import { builder } from '../../graphql/builder.ts'

export const OrganizationVisibilityRef = builder.enumType('OrganizationVisibility', {
  description:
    'Visibility of the public pages of an organization. The APIs require a credential in either case.',
  values: {
    PUBLIC: {
      value: 'public',
      description: 'Everyone may read public buckets, roadmaps and published changelog entries.',
    },
    MEMBERS: {
      value: 'members',
      description: 'People who have signed in to the organization may read them.',
    },
  } as const satisfies Record<
    Uppercase<OrganizationVisibility>,
    { value: OrganizationVisibility; description: string }
  >,
})
