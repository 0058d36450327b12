import { asBulk } from '../../db/deadline.ts'
import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import type { Context } from '../../graphql/context.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { forbidden } from '../../lib/errors.ts'
import { LocaleRef } from '../changelogs/enums.ts'
import { startAccountSession } from '../sessions/start-account-session.ts'
import { startMemberSession } from '../sessions/start-member-session.ts'
import { StartedSessionRef } from '../sessions/type.ts'
import { claimPerson } from './claiming/claim-person.ts'
import { ClaimedCountsRef } from './claiming/type.ts'
import { signIn } from './sign-in.ts'
import { UserRef } from './type.ts'
import { updateProfile } from './update-profile.ts'

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
    organization: t.string({
      description: 'Slug of the only organization in which the session acts. Default all of the account.',
    }),
  }),
  payload: { session: { type: StartedSessionRef, description: 'The session.' } },
  resolve: async ({ email, password, organization }, context) => {
    const { db, signInThrottle, address, userAgent } = context
    const account = await signIn(db, signInThrottle, { email, password, address })
    const client = { address, userAgent }
    if (organization != null) {
      const started = await inTransaction(db, (tx) => startMemberSession(tx, account, organization, client))
      return { session: { ...started, account: null } }
    }
    const started = await inTransaction(db, (tx) => startAccountSession(tx, account, client))
    return { session: { ...started, account } }
  },
})

mutation('updateProfile', {
  access: { require: 'organization' },
  description: 'Changes the name, the picture and the language of the signed-in person in the organization.',
  input: (t) => ({
    name: t.string({ description: 'Display name.' }),
    avatarUrl: t.field({
      type: 'URL',
      description: 'URL of the picture, such as that of an upload. Null removes it.',
    }),
    locale: t.field({
      type: LocaleRef,
      description: 'Language of pages and mails. Null for that of the browser or the organization.',
    }),
  }),
  payload: { user: { type: UserRef, description: 'The person.' } },
  resolve: async (changes, context) => {
    const { db, organizationId } = context
    const id = personOf(context)
    return { user: await inTransaction(db, (tx) => updateProfile(tx, organizationId, id, changes)) }
  },
})

/** Returns the signed-in person. @throws AppError FORBIDDEN for blocked people and callers without a person */
function personOf(context: Context): number {
  if (!context.caller.authenticated) throw forbidden('This needs a person')
  return actorOf(context)
}

mutation('claimPerson', {
  access: { require: 'admin' },
  isBulk: true,
  description:
    'Gives the contributions of a person without an e-mail address to another person and deletes the empty one. Records no events.',
  input: (t) => ({
    fromId: t.id(
      nodeIdInput('User', { required: true, description: 'Id of the person without an address.' }),
    ),
    intoId: t.id(nodeIdInput('User', { required: true, description: 'Id of the receiver.' })),
  }),
  payload: {
    claimedUserId: { type: 'ID', description: 'Id of the deleted person.' },
    user: { type: UserRef, description: 'The receiver.' },
    counts: { type: ClaimedCountsRef, description: 'Numbers of received contributions.' },
  },
  resolve: async (input, context) => {
    const { db, organizationId, bulk } = context
    const fromId = databaseIdOf('User', 'fromId', input.fromId)
    const intoId = databaseIdOf('User', 'intoId', input.intoId)
    const claim = { fromId, intoId, actorId: actorOf(context) }
    const claimed = await bulk.run(organizationId, () =>
      asBulk(() => inTransaction(db, (tx) => claimPerson(tx, organizationId, claim))),
    )
    return { claimedUserId: input.fromId, ...claimed }
  },
})
