import { builder } from '../../../graphql/builder.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { subscriptionSource } from '../../../graphql/subscription-source.ts'
import { notFound } from '../../../lib/errors.ts'
import { movingLoaders } from './loaders.ts'
import { ImportRunRef } from './type.ts'

const INTERVAL_MS = 500
/** Item of this source. It only signals that something may have changed. */
const CHANGED = { changed: true }

builder.subscriptionFields((t) => ({
  importProgress: t.field({
    type: ImportRunRef,
    access: { require: 'admin' },
    description: 'An import, initially and after each change, at most twice a second.',
    args: {
      id: t.arg.id(nodeIdInput('ImportRun', { required: true, description: 'Id of the import.' })),
    },
    subscribe: async (_root, args, context) => {
      const id = databaseIdOf('ImportRun', 'id', args.id)
      if (!(await movingLoaders(context).importById.find(id))) throw notFound('Import')
      return subscriptionSource({
        key: JSON.stringify([context.organizationId, 'importProgress', id]),
        currentState: { item: CHANGED, everyMs: INTERVAL_MS },
        subscribe: (listener) => {
          // Progress is written without a notification, because a run must not wait for its readers.
          const poll = setInterval(() => listener(CHANGED), INTERVAL_MS)
          return () => clearInterval(poll)
        },
      })
    },
    resolve: (_item, args, context) =>
      movingLoaders(context).importById.one(databaseIdOf('ImportRun', 'id', args.id)),
  }),
}))
