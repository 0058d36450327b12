import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { tagLoaders } from './loaders.ts'

export const TagRef = builder.prismaObject('Tag', {
  description: 'A tag of the organization, which labels posts.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Tag')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    name: t.exposeString('name', { description: 'Name, unique in the organization ignoring case.' }),
    color: t.exposeString('color', { description: 'Hex color.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last update.' }),
  }),
})

nodeFinder('Tag', (context, id) => tagLoaders(context).byId.find(id))

export const TagConnectionRef = connectionType('Tag', TagRef)
