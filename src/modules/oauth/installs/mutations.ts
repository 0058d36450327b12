import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { EventTypeRef } from '../../events/enums.ts'
import { ScopeRef } from '../enums.ts'
import { OAUTH_ERROR } from '../error-type.ts'
import { narrowInstall } from './narrow-install.ts'
import { revokeInstall } from './revoke-install.ts'
import { InstallRef } from './type.ts'

mutation('narrowInstall', {
  access: { require: 'admin' },
  description:
    'Removes scopes from an install, or changes its events among those that its app subscribes to.',
  input: (t) => ({
    id: t.id(nodeIdInput('Install', { required: true, description: 'Id of the install.' })),
    scopes: t.field({ type: [ScopeRef], description: 'Scopes that remain. By default all.' }),
    webhookEvents: t.field({
      type: [EventTypeRef],
      description: 'Events that the install grants from now on. By default unchanged.',
    }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { install: { type: InstallRef, description: 'The install.' } },
  refusal: OAUTH_ERROR,
  resolve: async (input, context) => {
    const installId = databaseIdOf('Install', 'id', input.id)
    const changes = {
      ...assertChanges(context, input, ['scopes', 'webhookEvents']),
      actorId: actorOf(context),
    }
    const { db, organizationId } = context
    return { install: await inTransaction(db, (tx) => narrowInstall(tx, organizationId, installId, changes)) }
  },
})

mutation('revokeInstall', {
  access: { require: 'admin' },
  description:
    'Revokes an install. Its webhook is deleted, and every process rejects its tokens within one second.',
  input: (t) => ({ id: t.id(nodeIdInput('Install', { required: true, description: 'Id of the install.' })) }),
  payload: { revokedInstallId: { type: 'ID', description: 'Id of the revoked install.' } },
  resolve: async ({ id }, context) => {
    const installId = databaseIdOf('Install', 'id', id)
    const actorId = actorOf(context)
    await inTransaction(context.db, (tx) => revokeInstall(tx, context.organizationId, installId, actorId))
    return { revokedInstallId: id }
  },
})
