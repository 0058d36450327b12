import { builder } from '../../graphql/builder.ts'
import { nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { accountLoaders } from './loaders.ts'

export const AccountRef = builder.prismaObject('Account', {
  description: 'An account for signing in, shared by the organizations of a person.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Account')),
    databaseId: t.exposeInt('id', { description: 'Integer id.' }),
    email: t.expose('email', { type: 'EmailAddress', description: 'E-mail address for signing in.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
  }),
})

nodeFinder('Account', (context, id) => accountLoaders(context).own.find(id))
