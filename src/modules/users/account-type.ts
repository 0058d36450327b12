import { builder } from '../../graphql/builder.ts'

export const AccountRef = builder.prismaObject('Account', {
  description: 'Somebody who can sign in, with a place in any number of organizations.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    email: t.exposeString('email', { description: 'E-mail address to sign in with.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: (account) => account.createdAt,
    }),
  }),
})
