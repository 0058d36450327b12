import { builder } from '../../../graphql/builder.ts'
import { lookupId, lookupType, nullIfNotFound } from '../../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { listImports } from './list-imports.ts'
import { CustomerImportConnectionRef, CustomerImportRef, CustomerImportStateRef } from './type.ts'
import { visibleCustomerImport } from './visible-customer-import.ts'

const access = { require: 'member', scope: 'customers:write' } as const

const CustomerImportBy = lookupType('CustomerImport')

const CustomerImportFilter = builder.inputType('CustomerImportFilter', {
  description: 'Filter of a list of imports. Omitted fields do not restrict it.',
  fields: (t) => ({
    states: t.field({ type: [CustomerImportStateRef], description: 'Only imports in any of these states.' }),
  }),
})

builder.queryFields((t) => ({
  customerImports: t.field({
    type: CustomerImportConnectionRef,
    access,
    description: 'Imports of customers from CSV files, newest first.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: CustomerImportFilter, description: 'Filter of the list.' }),
    },
    resolve: (_root, { filter, ...page }, { db, organizationId }) =>
      listImports(db, organizationId, page, filter ?? {}),
  }),

  customerImport: t.field({
    type: CustomerImportRef,
    nullable: true,
    access,
    description: 'One import of customers, or null if there is none.',
    args: { by: t.arg({ type: CustomerImportBy, required: true, description: 'Key of the import.' }) },
    resolve: (_root, { by }, context) =>
      nullIfNotFound(visibleCustomerImport(context, lookupId('CustomerImport', by) ?? 0)),
  }),
}))
