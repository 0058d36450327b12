import { builder } from '../../graphql/builder.ts'
import type { CustomerImport } from './import-customers.ts'
import type { EntryError } from './read-entry.ts'
import { CustomerRef } from './type.ts'

const CustomerImportErrorRef = builder.objectRef<EntryError>('CustomerImportError').implement({
  description: 'Why one entry of an import was not stored.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Place of the entry in the request, counted from 0.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'The e-mail as it was sent; null when there was none.',
    }),
    message: t.exposeString('message', { description: 'What is wrong, as a sentence.' }),
    errors: t.field({
      type: 'JSONObject',
      description: "The problems by field: each a list of phrases that follow the field's name.",
      resolve: ({ errors }) => errors,
    }),
  }),
})

export const CustomerImportRef = builder.objectRef<CustomerImport>('CustomerImport').implement({
  description: 'What became of an import.',
  fields: (t) => ({
    customers: t.field({
      type: [CustomerRef],
      description: 'The stored customers in the order of their entries.',
      resolve: ({ customers }) => customers,
    }),
    errors: t.field({
      type: [CustomerImportErrorRef],
      description: 'The entries that were not stored.',
      resolve: ({ errors }) => errors,
    }),
  }),
})
