import { builder } from '../../../graphql/builder.ts'
import { lookupId, lookupType } from '../../../graphql/schema/node/lookup.ts'
import { pageArgs } from '../../../graphql/schema/page.ts'
import { ViewerRef } from '../../../modules/users/viewer-type.ts'
import { listExports, newestOwnExports } from '../../transfer/exports.ts'
import { ownerOfExports } from './exportable-person.ts'
import { ExportRunConnectionRef, ExportRunRef, visibleExport } from './type.ts'

/** Number of exports of a viewer. A person has three stored files and one that waits. */
const OWN_EXPORTS = 5

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

builder.objectField(ViewerRef, 'exports', (t) =>
  t.field({
    type: [ExportRunRef],
    description: `Exports of their own data that the person has started, newest first, at most ${OWN_EXPORTS}.`,
    resolve: async (caller, _args, { db, organizationId }) => {
      const personId = ownerOfExports(caller)
      return personId === null ? [] : newestOwnExports(db, organizationId, { personId, count: OWN_EXPORTS })
    },
  }),
)
