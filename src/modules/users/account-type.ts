import { builder } from '../../graphql/builder.ts'

export const AccountRef = builder.prismaObject('Account', {
  description: 'An account for signing in, shared by the organizations of a person.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    email: t.exposeString('email', { description: 'E-mail address for signing in.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Creation time.',
      resolve: (account) => account.createdAt,
    }),
  }),
})
