import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { builder } from '../../../graphql/builder.ts'
import { DeletedRef } from '../../../graphql/deleted.ts'
import { parseObjectId } from '../../../graphql/ids.ts'
import { EventNameRef } from '../enums.ts'
import { narrowInstall } from './narrow-install.ts'
import { revokeInstall } from './revoke-install.ts'
import { InstallRef } from './type.ts'

builder.mutationFields((t) => ({
  narrowInstall: t.field({
    type: InstallRef,
    access: { require: 'admin' },
    description:
      'Removes scopes from an install, or changes its events among those that its app subscribes to.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the install.' }),
      scopes: t.arg.stringList({ description: 'Scopes that remain. By default all.' }),
      webhookEvents: t.arg({
        type: [EventNameRef],
        description: 'Events that the install grants from now on. By default unchanged.',
      }),
    },
    resolve: (_root, { id, ...changes }, context) => {
      const installId = parseObjectId('Install', id)
      const actorId = actorOf(context)
      return inTransaction(context.db, (tx) =>
        narrowInstall(tx, context.organizationId, installId, { ...changes, actorId }),
      )
    },
  }),

  revokeInstall: t.field({
    type: DeletedRef,
    access: { require: 'admin' },
    description:
      'Revokes an install. Its webhook is deleted, and every process rejects its tokens within one second.',
    args: { id: t.arg.id({ required: true, description: 'Id of the install.' }) },
    resolve: async (_root, args, context) => {
      const id = parseObjectId('Install', args.id)
      const actorId = actorOf(context)
      await inTransaction(context.db, (tx) => revokeInstall(tx, context.organizationId, id, actorId))
      return { id }
    },
  }),
}))
