import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'
import { toNodeId } from '../../graphql/schema/node/prefixes.ts'

/** An organization as apps and their users see it. */
export const OrganizationSummaryRef = builder
  .objectRef<{ id: number; slug: string; name: string }>('OrganizationSummary')
  .implement({
    description:
      'Public details of an organization, possibly another one than that of the caller. It has no `id`, as `node` finds only the own.',
    fields: (t) => ({
      organizationId: t.id({
        description: 'Id of the organization.',
        resolve: ({ id }) => toNodeId('Organization', id),
      }),
      databaseId: t.exposeInt('id', DATABASE_ID),
      slug: t.exposeString('slug', { description: 'Slug for URLs.' }),
      name: t.exposeString('name', { description: 'Display name.' }),
    }),
  })
