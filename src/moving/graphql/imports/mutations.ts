import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import type { Context } from '../../../graphql/context.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { missingParam } from '../../../lib/errors.ts'
import { withFieldsAt } from '../../../lib/errors/errors-below.ts'
import type { RunKey } from '../../engine/context.ts'
import { pauseRun } from '../../engine/run-states.ts'
import { startUndo } from '../../engine/undo/start-undo.ts'
import {
  deleteImport,
  planImport,
  replanImport,
  resumeImport,
  startImport,
  type ImportFrom,
} from '../../transfer/import-verbs.ts'
import { readOptions } from '../../transfer/read-options.ts'
import { ImportSourceRef } from './enums.ts'
import { ImportFromInput, ImportOptionsInput } from './inputs.ts'
import { movingLoaders } from './loaders.ts'
import { ImportRunRef } from './type.ts'

const ID = nodeIdInput('ImportRun', { required: true, description: 'Id of the import.' })
const access = { require: 'admin' } as const
const payload = { importRun: { type: ImportRunRef, description: 'The import.' } }

const runKey = ({ organizationId }: Context, id: string): RunKey => ({
  organizationId,
  id: databaseIdOf('ImportRun', 'id', id),
})

mutation('planImport', {
  access,
  description:
    'Creates an import and plans it in the background: reads the source, counts and checks everything, and writes nothing.',
  input: (t) => ({
    source: t.field({ type: ImportSourceRef, required: true, description: 'Product.' }),
    from: t.field({ type: ImportFromInput, required: true, description: 'Uploaded file, or API.' }),
    options: t.field({ type: ImportOptionsInput, description: 'Choices beside the decisions about values.' }),
  }),
  payload,
  resolve: async ({ source, from, options }, context) => {
    const { db, organizationId, keys, webhookAllowedHosts: allowedHosts } = context
    const startedBy = actorOf(context)
    const planned = { source, from: fromOf(from), options: readOptions(options ?? {}), startedBy }
    const { id } = await withFieldsAt({ key: 'from.api.key', url: 'from.api.url' }, () =>
      inTransaction(db, (tx) =>
        planImport(tx, organizationId, planned, { keyring: keys.encryption, allowedHosts }),
      ),
    )
    return { importRun: await movingLoaders(context).importById.one(id) }
  },
})

type From = (typeof ImportFromInput)['$inferInput']

function fromOf({ fileId, files, api }: From): ImportFrom {
  if (fileId != null) return { fileId: databaseIdOf('ImportFile', 'from.fileId', fileId) }
  if (files != null) {
    const votesFileId = databaseIdOf('ImportFile', 'from.files.votesId', files.votesId)
    return { fileId: databaseIdOf('ImportFile', 'from.files.id', files.id), votesFileId }
  }
  if (api == null) throw missingParam('from')
  return { key: api.key, url: api.url, voters: api.voters ?? true, roadmaps: api.roadmaps ?? [] }
}

mutation('startImport', {
  access,
  description:
    'Starts a planned import in the background. With options it is planned again before, and starts unless a decision is missing.',
  input: (t) => ({
    id: t.id(ID),
    options: t.field({ type: ImportOptionsInput, description: 'Options that replace those of the plan.' }),
    planOnly: t.boolean({ description: 'Whether it is planned again without a start. Default false.' }),
  }),
  payload,
  resolve: async ({ id, options, planOnly }, context) => {
    actorOf(context)
    const given = readOptions(options ?? {})
    const start = planOnly === true ? replanImport : startImport
    return { importRun: await inTransaction(context.db, (tx) => start(tx, runKey(context, id), given)) }
  },
})

mutation('pauseImport', {
  access,
  description: 'Pauses a running import after its present batch.',
  input: (t) => ({ id: t.id(ID) }),
  payload,
  resolve: async ({ id }, context) => {
    actorOf(context)
    return { importRun: await inTransaction(context.db, (tx) => pauseRun(tx, runKey(context, id))) }
  },
})

mutation('resumeImport', {
  access,
  description: 'Continues an import that is paused or has failed, where it stopped.',
  input: (t) => ({ id: t.id(ID) }),
  payload,
  resolve: async ({ id }, context) => {
    actorOf(context)
    return { importRun: await inTransaction(context.db, (tx) => resumeImport(tx, runKey(context, id))) }
  },
})

mutation('undoImport', {
  access,
  description:
    'Undoes an import in the background, for 30 days, the newest of its source first. Deletes what it created and was not changed since, and restores what it updated.',
  input: (t) => ({ id: t.id(ID) }),
  payload,
  resolve: async ({ id }, context) => {
    const undoneBy = actorOf(context)
    return {
      importRun: await inTransaction(context.db, (tx) => startUndo(tx, runKey(context, id), undoneBy)),
    }
  },
})

mutation('deleteImport', {
  access,
  description:
    'Deletes an import with its files, errors and plan. Its records stay, and can no longer be undone.',
  input: (t) => ({ id: t.id(ID) }),
  payload: { deletedImportRunId: { type: 'ID', description: 'Id of the deleted import.' } },
  resolve: async ({ id }, context) => {
    actorOf(context)
    await inTransaction(context.db, (tx) => deleteImport(tx, runKey(context, id)))
    return { deletedImportRunId: id }
  },
})
