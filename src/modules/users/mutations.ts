import { sessionExpiry, signSessionToken } from '../../auth/session-token.ts'
import type { Account } from '../../db/generated/client/client.ts'
import { readDatabaseTime } from '../../db/time.ts'
import { builder } from '../../graphql/builder.ts'
import type { Context } from '../../graphql/context.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { forbidden } from '../../lib/errors.ts'
import { listOrganizations } from '../organizations/list-organizations.ts'
import { OrganizationConnectionRef } from '../organizations/type.ts'
import { AccountRef } from './account-type.ts'
import { changePassword } from './change-password.ts'
import { signIn } from './sign-in.ts'

const SessionRef = builder.objectRef<{ token: string; account: Account }>('Session').implement({
  description: 'A session of a signed-in account.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'User token, sent as `Authorization: Bearer …`.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time of the token.',
      resolve: ({ token }) => sessionExpiry(token),
    }),
    account: t.field({
      type: AccountRef,
      description: 'Account that signed in.',
      resolve: ({ account }) => account,
    }),
    organizations: t.field({
      type: OrganizationConnectionRef,
      description: 'Organizations in which the account is a person, sorted by name.',
      args: pageArgs,
      resolve: ({ account }, page, { db }) => listOrganizations(db, account.id, page),
    }),
  }),
})

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
  payload: { session: { type: SessionRef, description: 'The session.' } },
  resolve: async ({ email, password }, context) => {
    const { db, signInThrottle, address } = context
    return {
      session: await toSession(context, await signIn(db, signInThrottle, { email, password, address })),
    }
  },
})

mutation('changePassword', {
  access: { require: 'account' },
  description: 'Changes the password of the signed-in account, ends its sessions and starts a new one.',
  input: (t) => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({ required: true, description: 'The new password, 8 to 1024 characters.' }),
  }),
  payload: { session: { type: SessionRef, description: 'The new session.' } },
  resolve: async ({ currentPassword, newPassword }, context) => {
    const { db, signInThrottle, address, caller } = context
    if (caller.accountId === null) throw forbidden('This needs a session token')
    const change = { currentPassword, newPassword, address, accountId: caller.accountId }
    return { session: await toSession(context, await changePassword(db, signInThrottle, change)) }
  },
})

async function toSession({ db, keys, site }: Context, account: Account) {
  const at = await readDatabaseTime(db)
  return { account, token: await signSessionToken(account.id, keys.session, site.publicUrl, at) }
}
