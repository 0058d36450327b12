import { builder } from '../../../graphql/builder.ts'
import { maskEmail } from '../../../lib/text/email.ts'

/** The part of an open request to set a password that the holder of its token sees. */
type PasswordReset = { email: string; expiresAt: Date }

export const PasswordResetRef = builder.objectRef<PasswordReset>('PasswordReset').implement({
  description: 'An open link to set a password, as its holder sees it.',
  fields: (t) => ({
    maskedEmail: t.string({
      description: 'Masked e-mail address of the accounts, such as `a***@example.com`.',
      resolve: ({ email }) => maskEmail(email),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Expiry time, 30 minutes after the request.',
    }),
  }),
})
