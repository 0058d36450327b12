import type { ExportKind, ExportState } from '../../../db/generated/tables.ts'
import { builder } from '../../../graphql/builder.ts'
import { enumType } from '../../../graphql/schema/enum.ts'
import type { Context } from '../../../graphql/context.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { connectionType } from '../../../graphql/schema/page.ts'
import { exportOptions, type ExportOptions } from '../../export/options.ts'
import type { ExportRow } from '../../transfer/exports.ts'
import { userLoaders } from '../../../modules/users/loaders.ts'
import { UserRef } from '../../../modules/users/type.ts'
import { downloadsOf, DownloadRef } from '../download-type.ts'
import { seesExport } from './exportable-person.ts'
import { exportLoaders } from './loaders.ts'
import { ExportOptionsRef } from './options-type.ts'

const ExportKindRef = enumType<ExportKind>('ExportKind', 'Subject of the export.', {
  organization: 'The organization.',
  person: 'The data of one person.',
})

const ExportStateRef = enumType<ExportState>('ExportState', 'State of an export.', {
  waiting: 'Waiting for a worker.',
  running: 'Written in part.',
  done: 'Written.',
  failed: 'Failed for `reason`.',
})

export const ExportRunRef = builder.objectRef<ExportRow>('ExportRun').implement({
  description: 'An export of the organization, or of the data of one person. Its file is stored for a day.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('ExportRun')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    kind: t.expose('kind', { type: ExportKindRef, description: 'Subject of the export.' }),
    state: t.expose('state', { type: ExportStateRef, description: 'How far the export is.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'Reason for which it has failed.' }),
    options: t.field({
      type: ExportOptionsRef,
      nullable: true,
      description: 'Options. Null for the data of one person.',
      resolve: ({ kind, options }) =>
        kind === 'organization' ? exportOptions(options as Partial<ExportOptions>) : null,
    }),
    size: t.expose('bytes', {
      type: 'BigInt',
      nullable: true,
      description: 'Number of bytes of the file. Null before the end.',
    }),
    download: t.field({
      type: DownloadRef,
      nullable: true,
      description: 'The file. Null before the end, and after its deletion.',
      resolve: ({ id, fileName, isStored }, _args, context) =>
        isStored && fileName !== null
          ? (downloadsOf(context, ['ExportRun', id], [fileName])[0] ?? null)
          : null,
    }),
    person: t.field({
      type: UserRef,
      nullable: true,
      description: 'Person whose data are exported. Null for the organization.',
      resolve: ({ personId }, _args, context) =>
        personId === null ? null : userLoaders(context).byId.find(personId),
    }),
    startedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Person who started it. Null for the operator.',
      resolve: ({ createdById }, _args, context) =>
        createdById === null ? null : userLoaders(context).byId.find(createdById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its creation.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the start. Null before it.',
    }),
    finishedAt: t.expose('finishedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the end. Null before it.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the file is deleted. Null without a stored file.',
    }),
  }),
})

/** Returns an export that the caller sees, or null. */
export async function visibleExport(context: Context, id: number): Promise<ExportRow | null> {
  const found = await exportLoaders(context).byId.find(id)
  return found && seesExport(context, found) ? found : null
}

nodeFinder('ExportRun', visibleExport)

export const ExportRunConnectionRef = connectionType('ExportRun', ExportRunRef)
