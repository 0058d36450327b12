import { builder } from '../../../graphql/builder.ts'
import { lookupId, lookupType } from '../../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { listExports } from '../../transfer/exports.ts'
import { ExportRunConnectionRef, ExportRunRef, visibleExport } from './type.ts'

const ExportRunBy = lookupType('ExportRun')

builder.queryFields((t) => ({
  exportRuns: t.field({
    type: ExportRunConnectionRef,
    access: { require: 'admin' },
    description: 'Exports, newest first.',
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listExports(db, organizationId, page),
  }),

  exportRun: t.field({
    type: ExportRunRef,
    nullable: true,
    access: { require: 'organization' },
    description: 'One export, or null if there is none. Others than admins see exports of their own data.',
    args: { by: t.arg({ type: ExportRunBy, required: true, description: 'Key of the export.' }) },
    resolve: (_root, { by }, context) => visibleExport(context, lookupId('ExportRun', by) ?? 0),
  }),
}))
