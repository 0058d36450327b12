import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { changelogLoaders } from './loaders.ts'

export const ChangelogLabelRef = builder.prismaObject('ChangelogLabel', {
  description: 'A label of changelog entries.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('ChangelogLabel')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Name, unique in the organization ignoring case.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last update.' }),
  }),
})

nodeFinder('ChangelogLabel', (context, id) => changelogLoaders(context).labelById.find(id))

export const ChangelogLabelConnectionRef = connectionType('ChangelogLabel', ChangelogLabelRef)
