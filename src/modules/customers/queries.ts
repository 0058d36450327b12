import { builder } from '../../graphql/builder.ts'
import { lookupId, nullIfNotFound } from '../../graphql/schema/node/lookup.ts'
import { orderType, pageArgs } from '../../graphql/schema/page.ts'
import { RELEVANCE, searchDescription } from '../search/descriptions.ts'
import { CustomerBy } from './customer-by-type.ts'
import { listCustomers } from './list-customers.ts'
import { CustomerConnectionRef, CustomerRef } from './type.ts'
import { visibleCustomer } from './visible-customer.ts'

const CustomerFilter = builder.inputType('CustomerFilter', {
  description: 'Filter of a list of customers. Omitted fields do not restrict it.',
  fields: (t) => ({
    search: t.string({
      description: searchDescription(
        'Only customers with these words, or ends of words from three characters, in the name or the e-mail',
        255,
      ),
    }),
    label: t.string({ description: 'Only customers with this label.' }),
    starred: t.boolean({ description: 'True for starred customers only, false for others only.' }),
    blocked: t.boolean({ description: 'True for blocked customers only, false for others only.' }),
  }),
})

const CustomerOrder = orderType('Customer', {
  RELEVANCE,
  CREATED_AT: { value: 'customerSince', description: 'Time at which the person became a customer.' },
  NAME: { value: 'name', description: 'Display name.' },
})

builder.queryFields((t) => ({
  customers: t.field({
    type: CustomerConnectionRef,
    access: { require: 'team', scope: 'customers:read' },
    description: "The organization's customers.",
    args: {
      ...pageArgs,
      filter: t.arg({ type: CustomerFilter, description: 'Filter of the list.' }),
      orderBy: t.arg({ type: CustomerOrder, description: 'Order. Default newest first.' }),
    },
    resolve: (_root, { filter, orderBy, ...page }, { db, organizationId }) =>
      listCustomers(db, organizationId, { ...filter, orderBy, page }),
  }),

  customer: t.field({
    type: CustomerRef,
    nullable: true,
    access: { require: 'team', scope: 'customers:read' },
    description: 'One customer, or null if there is none.',
    args: { by: t.arg({ type: CustomerBy, required: true, description: 'Key of the customer.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleCustomer(context, lookupId('Customer', by) ?? { email: by.email ?? '' })),
  }),
}))
