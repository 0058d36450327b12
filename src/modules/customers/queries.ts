import { builder } from '../../graphql/builder.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { pageArgs } from '../../graphql/page.ts'
import { notFound } from '../../lib/errors.ts'
import { listCustomers } from './list-customers.ts'
import { CustomerConnectionRef, CustomerRef } from './type.ts'
import { userLoaders } from '../users/loaders.ts'

builder.queryFields((t) => ({
  customers: t.field({
    type: CustomerConnectionRef,
    access: { require: 'team', scope: 'customers:read' },
    description: "The organization's customers, newest first.",
    args: {
      ...pageArgs,
      q: t.arg.string({
        description:
          'Only customers whose name or e-mail contains this text, ignoring case. At most 255 characters.',
      }),
      label: t.arg.string({ description: 'Only customers with this label.' }),
    },
    resolve: (_root, { q, label, ...page }, { db, organizationId }) =>
      listCustomers(db, organizationId, { q, label, page }),
  }),

  customer: t.field({
    type: CustomerRef,
    access: { require: 'team', scope: 'customers:read' },
    description: 'The customer with the given id.',
    args: { id: t.arg.id({ required: true, description: 'Id of the customer.' }) },
    resolve: async (_root, args, context) => {
      const user = await userLoaders(context).byId.find(parseObjectId('Customer', args.id))
      if (!user?.customerSince) throw notFound('Customer')
      return user
    },
  }),
}))
