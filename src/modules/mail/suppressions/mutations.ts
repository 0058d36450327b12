import { inTransaction } from '../../../db/transaction.ts'
import { actorOf } from '../../../graphql/actor.ts'
import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../../graphql/schema/node/node.ts'
import { removeSuppression } from './remove-suppression.ts'

mutation('removeMailSuppression', {
  access: { require: 'admin' },
  description: 'Lets an address without a mailbox receive mail again. Only the person withdraws a complaint.',
  input: (t) => ({
    id: t.id(
      nodeIdInput('MailSuppression', { required: true, description: 'Id of the suppressed address.' }),
    ),
  }),
  payload: {
    removedMailSuppressionId: { type: 'ID', description: 'Id of the address that receives mail again.' },
  },
  resolve: async (input, context) => {
    const actorId = actorOf(context)
    const { db, keys, organizationId } = context
    const id = databaseIdOf('MailSuppression', 'id', input.id)
    await inTransaction(db, (tx) => removeSuppression(tx, keys, organizationId, { id, actorId }))
    return { removedMailSuppressionId: input.id }
  },
})
