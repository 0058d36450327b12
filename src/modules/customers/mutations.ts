import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { builder } from '../../graphql/builder.ts'
import { DeletedRef } from '../../graphql/deleted.ts'
import { parseObjectId } from '../../graphql/ids.ts'
import { createCustomer } from './create-customer.ts'
import { deleteCustomer } from './delete-customer.ts'
import { importCustomers } from './import-customers.ts'
import { CustomerImportRef } from './import-type.ts'
import { CreateCustomerInput, UpdateCustomerInput } from './input-types.ts'
import { CustomerRef } from './type.ts'
import { updateCustomer, updateCustomerByEmail } from './update-customer.ts'

const access = { require: 'member', scope: 'customers:write' } as const

builder.mutationFields((t) => ({
  createCustomer: t.field({
    type: CustomerRef,
    access,
    description: 'Creates a customer. Fails if a customer has the e-mail.',
    args: { input: t.arg({ type: CreateCustomerInput, required: true, description: 'The customer.' }) },
    resolve: (_root, { input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => createCustomer(tx, organizationId, input))
    },
  }),

  updateCustomer: t.field({
    type: CustomerRef,
    access,
    description: 'Updates a customer.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the customer.' }),
      input: t.arg({ type: UpdateCustomerInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { id, input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const customerId = parseObjectId('Customer', id)
      return inTransaction(db, (tx) => updateCustomer(tx, organizationId, customerId, input))
    },
  }),

  updateCustomerByEmail: t.field({
    type: CustomerRef,
    access,
    description: 'Updates the customer with an e-mail. Fails if no customer has it.',
    args: {
      email: t.arg.string({ required: true, description: 'E-mail address, ignoring case.' }),
      input: t.arg({ type: UpdateCustomerInput, required: true, description: 'The changes.' }),
    },
    resolve: (_root, { email, input }, context) => {
      actorOf(context)
      const { db, organizationId } = context
      return inTransaction(db, (tx) => updateCustomerByEmail(tx, organizationId, email, input))
    },
  }),

  deleteCustomer: t.field({
    type: DeletedRef,
    access,
    description: 'Anonymizes a customer; their contributions remain. Fails for team members.',
    args: { id: t.arg.id({ required: true, description: 'Id of the customer.' }) },
    resolve: async (_root, args, context) => {
      actorOf(context)
      const { db, organizationId } = context
      const id = parseObjectId('Customer', args.id)
      await inTransaction(db, (tx) => deleteCustomer(tx, organizationId, id))
      return { id }
    },
  }),

  importCustomers: t.field({
    type: CustomerImportRef,
    access,
    description:
      'Creates or updates up to 1000 customers by e-mail. ' +
      'Valid entries are stored, invalid ones are returned as errors.',
    args: {
      entries: t.arg({
        type: ['JSONObject'],
        required: true,
        description:
          'Customers in the format of the REST request: `email` (required), `name`, `profile_picture_url` (or ' +
          '`profile_picture`), `labels`, `starred`, `blocked`, `custom_fields`.',
      }),
    },
    resolve: (_root, { entries }, context) => {
      actorOf(context)
      const { db, organizationId, bulk } = context
      return bulk.run(organizationId, () => importCustomers(db, organizationId, entries))
    },
  }),
}))
