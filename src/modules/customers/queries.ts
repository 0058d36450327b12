import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { listCustomers } from './list-customers.ts'
import { CustomerConnectionRef, CustomerRef } from './type.ts'
import { visibleCustomer } from './visible-customer.ts'

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
    resolve: (_root, { id }, context) => visibleCustomer(context, id),
  }),
}))
