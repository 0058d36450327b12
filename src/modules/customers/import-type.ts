import { builder } from '../../graphql/builder.ts'
import type { CustomerImport } from './import-customers.ts'
import type { EntryError } from './read-entry.ts'
import { CustomerRef } from './type.ts'

const CustomerImportErrorRef = builder.objectRef<EntryError>('CustomerImportError').implement({
  description: 'Error of one entry of an import.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index of the entry in the request, starting at 0.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'E-mail as sent. Null if there was none.',
    }),
    message: t.exposeString('message', { description: 'Error message.' }),
    errors: t.field({
      type: 'JSONObject',
      description: 'Problems by field. Each is a list of phrases that follow the name of the field.',
      resolve: ({ errors }) => errors,
    }),
  }),
})

export const CustomerImportRef = builder.objectRef<CustomerImport>('CustomerImport').implement({
  description: 'Result of an import.',
  fields: (t) => ({
    customers: t.field({
      type: [CustomerRef],
      description: 'Stored customers in the order of their entries.',
      resolve: ({ customers }) => customers,
    }),
    errors: t.field({
      type: [CustomerImportErrorRef],
      description: 'Errors of the entries that were not stored.',
      resolve: ({ errors }) => errors,
    }),
  }),
})
