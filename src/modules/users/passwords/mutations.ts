import { mutation } from '../../../graphql/schema/mutation/mutation.ts'
import { forbidden, notFound } from '../../../lib/errors.ts'
import { LocaleRef } from '../../changelogs/enums.ts'
import { attemptToken } from '../../invitations/attempt-token.ts'
import { assertSendsMail } from '../../mail/assert-sends-mail.ts'
import { StartedSessionRef } from '../../sessions/type.ts'
import { changePassword } from './change-password.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'

const NEW_PASSWORD = 'The new password, 8 to 1024 characters.'
const LANGUAGE = 'Language of the mail. Default English.'

mutation('changePassword', {
  access: { require: 'account' },
  refusesKey: true,
  description:
    'Changes the password of the signed-in account, ends its sessions and starts a new one. Mails the owner.',
  input: (t) => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({ required: true, description: NEW_PASSWORD }),
    locale: t.field({ type: LocaleRef, description: LANGUAGE }),
  }),
  payload: { session: { type: StartedSessionRef, description: 'The new session.' } },
  resolve: async ({ currentPassword, newPassword, locale }, context) => {
    const { db, keys, signInThrottle, address, userAgent, caller } = context
    if (caller.accountId === null) throw forbidden('This needs a session token')
    const client = { address, userAgent, accountId: caller.accountId }
    const tools = { throttle: signInThrottle, encryption: keys.encryption }
    const change = { currentPassword, newPassword, locale: locale ?? 'en', ...client }
    const session = await changePassword(db, tools, change)
    context.sessions.clear()
    return { session }
  },
})

mutation('requestPasswordReset', {
  access: { require: 'anyone' },
  description:
    'Mails a link of 30 minutes that sets a new password, with the same answer for every address. Rate-limited after too many requests.',
  input: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address of the account.' }),
    locale: t.field({ type: LocaleRef, description: LANGUAGE }),
  }),
  payload: { requested: { type: 'Boolean', description: 'True for every address.' } },
  resolve: async ({ email, locale }, { db, keys, signInThrottle, mail, site, address }) => {
    assertSendsMail(mail, 'its operator runs "npm run cli -- person reset-password"')
    const tools = { throttle: signInThrottle, encryption: keys.encryption }
    const { publicUrl } = site
    await requestPasswordReset(db, tools, { email, locale: locale ?? 'en', address, publicUrl })
    return { requested: true }
  },
})

mutation('resetPassword', {
  access: { require: 'anyone' },
  description:
    'Sets the password of all accounts of an address, once for each link, ends their sessions and starts a new one. Rate-limited after too many failures.',
  input: (t) => ({
    token: t.string({ required: true, description: 'Token of the link.' }),
    newPassword: t.string({ required: true, description: NEW_PASSWORD }),
    locale: t.field({ type: LocaleRef, description: LANGUAGE }),
  }),
  payload: {
    session: {
      type: StartedSessionRef,
      description: 'The new session, of the account that acts in all its organizations if there is one.',
    },
  },
  resolve: async ({ token, newPassword, locale }, context) => {
    const { db, keys, signInThrottle, address, userAgent } = context
    const reset = { token, newPassword, locale: locale ?? 'en', address, userAgent }
    const session = await attemptToken(signInThrottle, address, () =>
      resetPassword(db, keys.encryption, reset),
    )
    if (!session) throw notFound('Link')
    context.sessions.clear()
    return { session }
  },
})
