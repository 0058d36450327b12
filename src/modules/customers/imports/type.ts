import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/schema/enum.ts'
import { UserErrorRef, type UserError } from '../../../graphql/schema/mutation/user-error.ts'
import { nullIfNotFound } from '../../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../../graphql/schema/page.ts'
import { subjectMessage } from '../../../lib/errors.ts'
import { userLoaders } from '../../users/loaders.ts'
import { UserRef } from '../../users/type.ts'
import type { ImportErrorRow } from './list-import-errors.ts'
import { importLoaders } from './loaders.ts'
import type { CustomerImportState, ImportRunRow } from './start-customer-import.ts'
import { visibleCustomerImport } from './visible-customer-import.ts'

export const CustomerImportStateRef = enumType<CustomerImportState>(
  'CustomerImportState',
  'State of an import of customers.',
  {
    planned: 'Waiting for its first batch.',
    running: 'Stored in part.',
    done: 'Ended. Every row is stored or has an error.',
  },
)

const CustomerImportFailedRowRef = builder.objectRef<ImportErrorRow>('CustomerImportFailedRow').implement({
  description: 'A row of an imported file that was not stored.',
  fields: (t) => ({
    row: t.exposeInt('row', {
      description: 'Number of the row, starting at 1. Headings and empty rows do not count.',
    }),
    email: t.expose('email', {
      type: 'EmailAddress',
      nullable: true,
      description: 'E-mail as in the file. Null if there was none, and after the customer was deleted.',
    }),
    problems: t.field({
      type: [UserErrorRef],
      description:
        'Problems of the row, in the order of its fields. Paths contain the field of a customer, or `row`.',
      resolve: ({ problems }) => problems.map(toUserError),
    }),
  }),
})

const toUserError = ({ code, field, problem }: ImportErrorRow['problems'][number]): UserError => ({
  code,
  message: subjectMessage({ field, predicate: problem }),
  field: [field],
  problem,
})

const CustomerImportFailedRowConnectionRef = connectionType(
  'CustomerImportFailedRow',
  CustomerImportFailedRowRef,
)

export const CustomerImportRef = builder.objectRef<ImportRunRow>('CustomerImport').implement({
  description:
    'An import of customers from a CSV file, retained for 30 days after its end. The last 100 of the organization are retained.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('CustomerImport')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    state: t.expose('state', { type: CustomerImportStateRef, description: 'Progress of the import.' }),
    rowsCount: t.exposeInt('total', {
      description: 'Number of rows of the file. Headings and empty rows do not count.',
    }),
    processedCount: t.int({
      description: 'Number of rows that are stored or have an error.',
      resolve: ({ created, updated, failed }) => created + updated + failed,
    }),
    createdCount: t.exposeInt('created', { description: 'Number of rows that created a customer.' }),
    updatedCount: t.exposeInt('updated', {
      description: 'Number of rows of existing customers, including those of an earlier row.',
    }),
    failedCount: t.exposeInt('failed', { description: 'Number of rows that were not stored.' }),
    ignoredColumns: t.exposeStringList('ignoredColumns', {
      description: 'Headings of the file that name no field of customers.',
    }),
    failedRows: t.field({
      type: CustomerImportFailedRowConnectionRef,
      description: 'Rows that were not stored, in the order of the file.',
      args: pageArgs,
      resolve: async ({ id }, page, context) => (await importLoaders(context).errorsOf(page).one(id)).page,
    }),
    createdBy: t.field({
      type: UserRef,
      description: 'Person who started the import.',
      resolve: ({ createdById }, _args, context) => userLoaders(context).byId.one(createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the upload.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the first batch. Null before it.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the end. Null before it.',
    }),
  }),
})

nodeFinder('CustomerImport', (context, id) => nullIfNotFound(visibleCustomerImport(context, id)))

export const CustomerImportConnectionRef = connectionType('CustomerImport', CustomerImportRef)
