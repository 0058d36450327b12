import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { cancelMail, retryMail } from './change-mail.ts'
import { sendTestMail } from './send-test-mail.ts'
import { MailRef } from './type.ts'

mutation('sendTestMail', {
  access: { require: 'admin' },
  description: "Sends a test message to the caller's own address.",
  input: () => ({}),
  payload: { mail: { type: MailRef, description: 'The queued mail.' } },
  resolve: async (_input, context) => {
    const actorId = actorOf(context)
    const { db, keys, organizationId } = context
    return {
      mail: await inTransaction(db, (tx) => sendTestMail(tx, keys.encryption, organizationId, actorId)),
    }
  },
})

mutation('retryMail', {
  access: { require: 'admin' },
  description:
    'Sends a waiting or failed mail at once. A failed one whose code or link has expired cannot be sent.',
  input: (t) => ({ id: t.id(nodeIdInput('Mail', { required: true, description: 'Id of the mail.' })) }),
  payload: { mail: { type: MailRef, description: 'The queued mail.' } },
  resolve: async (input, { db, organizationId }) => {
    const id = databaseIdOf('Mail', 'id', input.id)
    return { mail: await inTransaction(db, (tx) => retryMail(tx, organizationId, id)) }
  },
})

mutation('cancelMail', {
  access: { require: 'admin' },
  description: 'Cancels a waiting mail, and deletes its content.',
  input: (t) => ({ id: t.id(nodeIdInput('Mail', { required: true, description: 'Id of the mail.' })) }),
  payload: { mail: { type: MailRef, description: 'The canceled mail.' } },
  resolve: async (input, { db, organizationId }) => {
    const id = databaseIdOf('Mail', 'id', input.id)
    return { mail: await inTransaction(db, (tx) => cancelMail(tx, organizationId, id)) }
  },
})
