import { builder } from '../../../graphql/builder.ts'
import { attemptToken } from '../../invitations/attempt-token.ts'
import { findPasswordReset } from './password-resets.ts'
import { PasswordResetRef } from './type.ts'

builder.queryFields((t) => ({
  passwordReset: t.field({
    type: PasswordResetRef,
    nullable: true,
    access: { require: 'anyone' },
    description:
      'The open link of a token to set a password, without using it, or null if there is none. Rate-limited after too many failures.',
    args: { token: t.arg.string({ required: true, description: 'Token of the link.' }) },
    resolve: (_root, { token }, { db, signInThrottle, address }) =>
      attemptToken(signInThrottle, address, () => findPasswordReset(db, token)),
  }),
}))
