import { actorOf, toActor } from '../../../graphql/actor.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { startCustomerImport } from './start-customer-import.ts'
import { CustomerImportRef } from './type.ts'

mutation('importCustomersFromCsv', {
  access: { require: 'member', scope: 'customers:write' },
  isBulk: true,
  description:
    'Accepts a CSV file of customers, which are created or updated by e-mail in the background. Valid rows are stored, the others are listed in `failedRows` of the import.',
  input: (t) => ({
    csv: t.string({
      required: true,
      description:
        'Text of the file: headings and at most 2000 rows, separated by commas, semicolons or tabs. An empty cell leaves its field unchanged.',
    }),
  }),
  payload: { customerImport: { type: CustomerImportRef, description: 'The import.' } },
  resolve: ({ csv }, context) => {
    const createdById = actorOf(context)
    const { db, organizationId, bulk, caller } = context
    return bulk.run(organizationId, async () => ({
      customerImport: await startCustomerImport(db, organizationId, {
        csv,
        createdById,
        actor: toActor(caller),
      }),
    }))
  },
})
