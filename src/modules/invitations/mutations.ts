import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { notFound } from '../../lib/errors.ts'
import { OrganizationRef } from '../organizations/type.ts'
import { StartedSessionRef } from '../sessions/type.ts'
import { TeamRoleRef } from '../users/type.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { attemptToken } from './attempt-token.ts'
import { inviteTeamMember } from './invite-team-member.ts'
import { InvitationRef } from './type.ts'
import { withdrawInvitation } from './withdraw-invitation.ts'

// Without scope: the token could make an app a team member.
mutation('inviteTeamMember', {
  access: { require: 'admin' },
  description:
    'Invites a person to the team for seven days, by a mail and a token. An earlier open invitation of the address ends.',
  input: (t) => ({
    email: t.field({ type: 'EmailAddress', required: true, description: 'E-mail address of the person.' }),
    role: t.field({ type: TeamRoleRef, required: true, description: 'Role in the team.' }),
  }),
  payload: {
    invitation: { type: InvitationRef, description: 'The invitation.' },
    token: { type: 'String', description: 'Token for `acceptInvitation`, returned only once.' },
    mailed: {
      type: 'Boolean',
      description:
        'Whether the person receives the link by mail, which requires an SMTP server and is limited per hour.',
    },
  },
  resolve: async ({ email, role }, context) => {
    const invitedById = actorOf(context)
    const { db, organizationId, keys, mail, site } = context
    const mailing = { encryption: keys.encryption, publicUrl: site.publicUrl }
    const { mailed, ...invited } = await inTransaction(db, (tx) =>
      inviteTeamMember(tx, organizationId, { email, role, invitedById }, mailing),
    )
    return { ...invited, mailed: mailed && mail.from !== null }
  },
})

mutation('withdrawInvitation', {
  access: { require: 'admin' },
  description: 'Withdraws an invitation. Its token becomes invalid.',
  input: (t) => ({
    id: t.id(nodeIdInput('Invitation', { required: true, description: 'Id of the invitation.' })),
  }),
  payload: { invitation: { type: InvitationRef, description: 'The withdrawn invitation.' } },
  resolve: async (input, context) => {
    const actorId = actorOf(context)
    const { db, organizationId } = context
    const withdrawal = { id: databaseIdOf('Invitation', 'id', input.id), actorId }
    return { invitation: await inTransaction(db, (tx) => withdrawInvitation(tx, organizationId, withdrawal)) }
  },
})

mutation('acceptInvitation', {
  access: { require: 'anyone' },
  description:
    'Accepts an invitation once: with a session and without `X-Organization`, or with a first `password` ' +
    'for the invited account, which starts a session. Rate-limited after too many failures.',
  input: (t) => ({
    token: t.string({ required: true, description: 'Token of the invitation.' }),
    password: t.string({
      description:
        'First password of the account, 8 to 1024 characters, or the password of the account that the person ' +
        'has. Required without a session.',
    }),
    name: t.string({ description: 'Display name of a new account and person. Ignored for known ones.' }),
  }),
  payload: {
    organization: { type: OrganizationRef, description: 'The organization that the person joined.' },
    session: {
      type: StartedSessionRef,
      description: 'The new session. Null if the request was sent with one.',
    },
  },
  resolve: async ({ token, password, name }, context) => {
    const { db, signInThrottle, caller, address, userAgent } = context
    const { accountId } = caller
    const acceptance = { token, password, name, accountId, address, userAgent }
    const accepted = await attemptToken(signInThrottle, address, () =>
      acceptInvitation(db, signInThrottle, acceptance),
    )
    if (!accepted) throw notFound('Invitation')
    context.sessions.clear()
    return accepted
  },
})
