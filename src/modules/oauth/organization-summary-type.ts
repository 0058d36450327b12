import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID } from '../../graphql/schema/node/node.ts'

/** An organization as apps and their users see it. It has no `id`, because `node` does not find it. */
export const OrganizationSummaryRef = builder
  .objectRef<{ id: number; slug: string; name: string }>('OrganizationSummary')
  .implement({
    description: 'Public details of an organization, which may be another one than that of the caller.',
    fields: (t) => ({
      databaseId: t.exposeInt('id', DATABASE_ID),
      slug: t.exposeString('slug', { description: 'Slug for URLs.' }),
      name: t.exposeString('name', { description: 'Display name.' }),
    }),
  })
