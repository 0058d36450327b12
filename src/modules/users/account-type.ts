import { builder } from '../../graphql/builder.ts'

export const AccountRef = builder.prismaObject('Account', {
  description: 'An account for signing in, shared by the organizations of a person.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Integer id.' }),
    email: t.expose('email', { type: 'EmailAddress', description: 'E-mail address for signing in.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (account) => account.createdAt,
    }),
  }),
})
