import { inTransaction } from '../../db/transaction.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { forbidden } from '../../lib/errors.ts'
import { startAccountSession } from '../sessions/start-account-session.ts'
import { StartedSessionRef } from '../sessions/type.ts'
import { changePassword } from './change-password.ts'
import { signIn } from './sign-in.ts'

mutation('signIn', {
  access: { require: 'anyone' },
  description: 'Starts a session with e-mail and password. Rate-limited after too many failures.',
  input: (t) => ({
    email: t.field({
      type: 'EmailAddress',
      required: true,
      description: 'E-mail address of the account.',
    }),
    password: t.string({ required: true, description: 'Password of the account.' }),
  }),
  payload: { session: { type: StartedSessionRef, description: 'The session.' } },
  resolve: async ({ email, password }, context) => {
    const { db, signInThrottle, address, userAgent } = context
    const account = await signIn(db, signInThrottle, { email, password, address })
    const started = await inTransaction(db, (tx) => startAccountSession(tx, account, { address, userAgent }))
    return { session: { ...started, account } }
  },
})

mutation('changePassword', {
  access: { require: 'account' },
  description: 'Changes the password of the signed-in account, ends its sessions and starts a new one.',
  input: (t) => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({ required: true, description: 'The new password, 8 to 1024 characters.' }),
  }),
  payload: { session: { type: StartedSessionRef, description: 'The new session.' } },
  resolve: async ({ currentPassword, newPassword }, context) => {
    const { db, signInThrottle, address, userAgent, caller } = context
    if (caller.accountId === null) throw forbidden('This needs a session token')
    const change = { currentPassword, newPassword, address, userAgent, accountId: caller.accountId }
    const session = await changePassword(db, signInThrottle, change)
    context.sessions.clear()
    return { session }
  },
})
