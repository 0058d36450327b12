import { isAdmin } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../../graphql/schema/node/node.ts'
import { connectionType, pageArgs } from '../../../graphql/schema/page.ts'
import type { Run } from '../../engine/read-run.ts'
import { lossesOf } from '../../transfer/losses-of.ts'
import { userLoaders } from '../../../modules/users/loaders.ts'
import { UserRef } from '../../../modules/users/type.ts'
import { downloadsOf, DownloadRef } from '../download-type.ts'
import { ImportSourceRef, ImportStateRef } from './enums.ts'
import { ImportErrorConnectionRef } from './error-type.ts'
import { movingLoaders } from './loaders.ts'
import { peopleWithoutEmail, UserConnectionRef } from './people-without-email.ts'
import { columnsOf, ImportColumnRef, ImportOptionsRef } from './options-type.ts'
import { ImportRemainderConnectionRef } from './remainder-type.ts'
import {
  countsOf,
  ImportCountRef,
  ImportDecisionRef,
  ImportLossRef,
  ImportPeopleRef,
  ImportProgressRef,
  ImportSampleRef,
  ImportValueRef,
} from './plan-types.ts'

export const ImportRunRef = builder.objectRef<Run>('ImportRun').implement({
  description: 'An import of the data of another product, or of an export of this service.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('ImportRun')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    source: t.expose('source', { type: ImportSourceRef, description: 'Product.' }),
    sourceName: t.exposeString('sourceName', {
      nullable: true,
      description: 'Name of the instance of the source. Null before its files are read.',
    }),
    state: t.expose('state', { type: ImportStateRef, description: 'How far the import is.' }),
    reason: t.exposeString('reason', {
      nullable: true,
      description: 'Reason for which it is paused or has failed.',
    }),
    options: t.expose('options', {
      type: ImportOptionsRef,
      description: 'Options. They never contain the key of an API.',
    }),
    fileName: t.string({
      nullable: true,
      description: 'Name of the file. Null for an API.',
      resolve: ({ file }) => file?.name ?? null,
    }),
    planned: t.field({
      type: [ImportCountRef],
      description: 'Numbers of records as they were planned. Empty before the plan.',
      resolve: ({ plan }) => countsOf(plan?.counts ?? {}),
    }),
    counts: t.field({
      type: [ImportCountRef],
      description: 'Numbers of records that are done.',
      resolve: ({ counts }) => countsOf(counts),
    }),
    countedVotes: t.int({
      description:
        'Number of planned votes that become numbers, because the source does not name the voters.',
      resolve: ({ plan }) => plan?.countedVotes ?? 0,
    }),
    people: t.field({
      type: ImportPeopleRef,
      nullable: true,
      description: 'Numbers of planned people. Null before the plan.',
      resolve: ({ plan }) => plan?.people ?? null,
    }),
    values: t.field({
      type: [ImportValueRef],
      description: 'Statuses, boards and tags of the source, and what they become.',
      resolve: ({ plan }) => plan?.values ?? [],
    }),
    decisions: t.field({
      type: [ImportDecisionRef],
      description: 'Decisions without which the import does not start.',
      resolve: ({ plan }) => plan?.decisions ?? [],
    }),
    columns: t.field({
      type: [ImportColumnRef],
      nullable: true,
      description: 'Columns of a plain CSV file as they were planned. Null for other sources.',
      resolve: ({ plan }) => (plan?.columns ? columnsOf(plan.columns) : null),
    }),
    headings: t.stringList({
      nullable: true,
      description: 'Headings of a plain CSV file that a column can have. Null for other sources.',
      resolve: ({ plan }) => plan?.headings ?? null,
    }),
    losses: t.field({
      type: [ImportLossRef],
      description: 'Content that is lost.',
      resolve: async ({ id, plan }, _args, context) => {
        const fetched = await movingLoaders(context).reportsById.find(id)
        return lossesOf(plan, fetched?.reports ?? [])
      },
    }),
    duplicatesCount: t.int({
      description: 'Number of records whose key the source has twice.',
      resolve: ({ plan }) => plan?.duplicates ?? 0,
    }),
    samples: t.field({
      type: [ImportSampleRef],
      description: 'Posts before and after, at most 20.',
      resolve: ({ plan }) => plan?.samples ?? [],
    }),
    secondsPlanned: t.int({
      nullable: true,
      description: 'Estimated duration in seconds. Null before the plan.',
      resolve: ({ plan }) => (plan ? Math.ceil(plan.seconds) : null),
    }),
    progress: t.expose('progress', {
      type: ImportProgressRef,
      nullable: true,
      description: 'Progress. Null before the first batch.',
    }),
    errorsCount: t.exposeInt('errorsCount', { description: 'Number of records that are refused.' }),
    errors: t.field({
      type: ImportErrorConnectionRef,
      description: 'Records that are refused, in the order of the source. A plan has the first 100,000.',
      args: pageArgs,
      resolve: async ({ id }, page, context) => (await movingLoaders(context).errorsOf(page).one(id)).page,
    }),
    remaining: t.field({
      type: ImportRemainderConnectionRef,
      description: 'Objects that its undo has left. Empty before.',
      args: pageArgs,
      resolve: async ({ id }, page, context) => (await movingLoaders(context).remainingOf(page).one(id)).page,
    }),
    peopleWithoutEmail: t.field({
      type: UserConnectionRef,
      description: 'People without an e-mail address, whom `claimPerson` gives to their owners, by id.',
      args: pageArgs,
      resolve: ({ id }, page, context) => peopleWithoutEmail(context, id, page),
    }),
    downloads: t.field({
      type: [DownloadRef],
      description: 'Files with the errors, and with the addresses at the source and here.',
      resolve: async ({ id, errorsCount }, _args, context) => {
        const loaders = movingLoaders(context)
        const [rows, addresses] = await Promise.all([
          errorsCount === 0 ? null : loaders.rowsById.find(id),
          loaders.addressesById.find(id),
        ])
        return downloadsOf(
          context,
          ['ImportRun', id],
          [
            ...(errorsCount > 0 ? ['errors.jsonl'] : []),
            ...(rows ? ['errors.csv'] : []),
            ...(addresses ? ['addresses.csv', 'addresses.nginx.conf'] : []),
          ],
        )
      },
    }),
    startedBy: t.field({
      type: UserRef,
      nullable: true,
      description: 'Admin who started the import. Null for the operator.',
      resolve: ({ startedById }, _args, context) =>
        startedById === null ? null : userLoaders(context).byId.find(startedById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of its creation.' }),
    plannedAt: t.expose('plannedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the plan. Null before it.',
    }),
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
    undoUntil: t.expose('undoUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'End of the time in which it can be undone.',
    }),
  }),
})

nodeFinder('ImportRun', async (context, id) =>
  isAdmin(context.caller) ? movingLoaders(context).importById.find(id) : null,
)

export const ImportRunConnectionRef = connectionType('ImportRun', ImportRunRef)
