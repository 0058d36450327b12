import { builder } from '../../graphql/builder.ts'
import { enumType } from '../../graphql/schema/enum.ts'
import { lookupType } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { statusLoaders } from './loaders.ts'

export const StatusKindRef = enumType(
  'StatusKind',
  'Kind of a status, independent of the name that the organization chooses.',
  {
    submitted: 'Not yet reviewed.',
    under_review: 'Under review by the team.',
    planned: 'Planned.',
    in_progress: 'In progress.',
    completed: 'Completed.',
    closed: 'Closed without completion.',
  },
)

export const StatusRef = builder.prismaObject('Status', {
  description: "A status of the organization's workflow.",
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Status')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'Slug for filters, unique in the organization.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    kind: t.expose('kind', {
      type: StatusKindRef,
      description: 'Kind of the status, independent of its name.',
    }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    position: t.exposeInt('position', { description: 'Position in the workflow.' }),
    percentage: t.exposeFloat('percentage', { description: 'Progress of its posts in percent, 0 to 100.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last update.' }),
  }),
})

export const StatusBy = lookupType('Status', (t) => ({
  slug: t.string({
    description: 'Slug, such as `in-progress`. Without a status that has it, the name in any case.',
  }),
}))

nodeFinder('Status', (context, id) => statusLoaders(context).byId.find(id))
