import { builder } from '../../../graphql/builder.ts'
import { lookupId, lookupType } from '../../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { listImports } from '../../transfer/list-imports.ts'
import { listPeopleOfImports } from '../../transfer/people-of-imports.ts'
import { ImportStateRef } from './enums.ts'
import { movingLoaders } from './loaders.ts'
import { UserConnectionRef } from './people-without-email.ts'
import { ImportRunConnectionRef, ImportRunRef } from './type.ts'

const ImportRunBy = lookupType('ImportRun')

const ImportRunFilter = builder.inputType('ImportRunFilter', {
  description: 'Filter of a list of imports. Omitted fields do not restrict it.',
  fields: (t) => ({
    states: t.field({ type: [ImportStateRef], description: 'Only imports in any of these states.' }),
  }),
})

const PersonWithoutEmailFilter = builder.inputType('PersonWithoutEmailFilter', {
  description: 'Filter of a list of people without an e-mail address. Omitted fields do not restrict it.',
  fields: (t) => ({
    search: t.string({
      description: 'Only people with this text in the name, in any case, at most 255 characters.',
    }),
  }),
})

builder.queryFields((t) => ({
  importRuns: t.field({
    type: ImportRunConnectionRef,
    access: { require: 'admin' },
    description: 'Imports of the data of other products, newest first.',
    args: { ...pageArgs, filter: t.arg({ type: ImportRunFilter, description: 'Filter of the list.' }) },
    resolve: (_root, { filter, ...page }, { db, organizationId }) =>
      listImports(db, organizationId, page, filter ?? {}),
  }),

  importRun: t.field({
    type: ImportRunRef,
    nullable: true,
    access: { require: 'admin' },
    description: 'One import of the data of another product, or null if there is none.',
    args: { by: t.arg({ type: ImportRunBy, required: true, description: 'Key of the import.' }) },
    resolve: (_root, { by }, context) =>
      movingLoaders(context).importById.find(lookupId('ImportRun', by) ?? 0),
  }),

  peopleWithoutEmail: t.field({
    type: UserConnectionRef,
    access: { require: 'admin' },
    description:
      'People of any import without an e-mail address, whom `claimPerson` gives to their owners, by name.',
    args: {
      ...pageArgs,
      filter: t.arg({ type: PersonWithoutEmailFilter, description: 'Filter of the list.' }),
    },
    resolve: (_root, { filter, ...page }, { db, organizationId }) =>
      listPeopleOfImports(db, organizationId, { ...filter, page }),
  }),
}))
