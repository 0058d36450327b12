import { inTransaction } from '../../db/transaction.ts'
import { actorOf, toActor } from '../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { lookupId } from '../../graphql/schema/node/lookup.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { notFound } from '../../lib/errors.ts'
import { UserRef } from '../users/type.ts'
import { createCustomer } from './create-customer.ts'
import { CustomerBy } from './customer-by-type.ts'
import { deleteCustomer } from './delete-customer.ts'
import { ErasureRef } from './erasure/type.ts'
import { importCustomers } from './import-customers.ts'
import { CustomerImportEntryInput, CustomerImportFailureRef } from './import-type.ts'
import { CustomerRef } from './type.ts'
import { updateCustomer, updateCustomerByEmail } from './update-customer.ts'

const access = { require: 'member', scope: 'customers:write' } as const
const payload = { customer: { type: CustomerRef, description: 'The customer.' } }

mutation('createCustomer', {
  access,
  description: 'Creates a customer. Fails if a customer has the e-mail.',
  input: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: 'E-mail address, unique in the organization ignoring case.',
    }),
    name: t.string({ description: 'Display name, by default the part of the e-mail before the @.' }),
    avatarUrl: t.field({ type: 'URL', description: 'URL of a picture, http or https.' }),
    labels: t.stringList({ description: 'Labels set by the team.' }),
    starred: t.boolean({ description: 'Whether the team starred the person.' }),
    blocked: t.boolean({ description: 'Whether the person is blocked from participating.' }),
    customFields: t.field({
      type: 'JSONObject',
      description: 'Custom fields by name. The organization defines their names and values.',
    }),
  }),
  payload,
  resolve: async (input, context) => {
    actorOf(context)
    const { db, organizationId, caller } = context
    const customer = { ...input, actor: toActor(caller) }
    return { customer: await inTransaction(db, (tx) => createCustomer(tx, organizationId, customer)) }
  },
})

mutation('updateCustomer', {
  access,
  description:
    'Updates a customer, except e-mail, name, picture and `blocked` of a team member. Omitted fields are unchanged.',
  input: (t) => ({
    customer: t.field({ type: CustomerBy, required: true, description: 'Key of the customer.' }),
    email: t.field({ type: 'EmailAddress', description: 'New e-mail address, unique in the organization.' }),
    name: t.string({ description: 'Display name.' }),
    avatarUrl: t.field({ type: 'URL', description: 'URL of a picture, http or https. Null removes it.' }),
    labels: t.stringList({ description: 'Labels, replacing the current ones.' }),
    starred: t.boolean({ description: 'Whether the team starred the person.' }),
    blocked: t.boolean({ description: 'Whether the person is blocked from participating.' }),
    customFields: t.field({
      type: 'JSONObject',
      description:
        'Custom fields by name, replacing the current ones. The organization defines their names and values.',
    }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload,
  resolve: async ({ customer, ...input }, context) => {
    actorOf(context)
    const { db, organizationId, caller } = context
    const id = lookupId('Customer', customer, 'customer')
    // No row has the id 0. This error precedes those of the changes.
    if (id === 0) throw notFound('Customer')
    const required = ['email', 'name', 'labels', 'starred', 'blocked', 'customFields'] as const
    const changes = { ...assertChanges(context, input, required), actor: toActor(caller) }
    const updated = await inTransaction(db, (tx) =>
      id === undefined
        ? updateCustomerByEmail(tx, organizationId, customer.email ?? '', changes)
        : updateCustomer(tx, organizationId, id, changes),
    )
    return { customer: updated }
  },
})

mutation('deleteCustomer', {
  access,
  description: 'Anonymizes a customer, whose contributions remain. Fails for team members.',
  input: (t) => ({
    id: t.id(nodeIdInput('Customer', { required: true, description: 'Id of the customer.' })),
  }),
  payload: {
    deletedCustomerId: { type: 'ID', description: 'Id of the deleted customer.' },
    user: { type: UserRef, description: 'The person, who remains anonymous.' },
    erasure: { type: ErasureRef, description: 'Numbers of what was erased.' },
  },
  resolve: async ({ id }, context) => {
    const actorId = actorOf(context)
    const { db, organizationId, caller, keys } = context
    const customerId = databaseIdOf('Customer', 'id', id)
    const by = { actor: toActor(caller), actorId, encryption: keys.encryption }
    const { user, erasure } = await inTransaction(db, (tx) =>
      deleteCustomer(tx, organizationId, customerId, by),
    )
    return { deletedCustomerId: id, user, erasure }
  },
})

mutation('importCustomers', {
  access,
  isBulk: true,
  description:
    'Creates or updates customers by e-mail. Valid entries are stored, the others are returned in `failures`.',
  input: (t) => ({
    entries: t.field({
      type: [CustomerImportEntryInput],
      required: true,
      description: 'Customers, at most 1000. Later entries with the same e-mail take precedence.',
    }),
  }),
  payload: {
    customers: { type: [CustomerRef], description: 'Stored customers in the order of their entries.' },
    failures: { type: [CustomerImportFailureRef], description: 'Entries that were not stored.' },
  },
  resolve: ({ entries }, context) => {
    actorOf(context)
    const { db, organizationId, bulk, caller } = context
    return bulk.run(organizationId, () => importCustomers(db, organizationId, entries, toActor(caller)))
  },
})
