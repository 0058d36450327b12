import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { attemptToken } from './attempt-token.ts'
import { findOpenInvitation } from './find-open-invitation.ts'
import { listInvitations } from './list-invitations.ts'
import { InvitationConnectionRef, InvitationPreviewRef } from './type.ts'

builder.queryFields((t) => ({
  invitations: t.field({
    type: InvitationConnectionRef,
    access: { require: 'admin' },
    description: 'Open invitations of the organization, newest first.',
    args: pageArgs,
    resolve: (_root, page, { db, organizationId }) => listInvitations(db, organizationId, page),
  }),

  invitation: t.field({
    type: InvitationPreviewRef,
    nullable: true,
    access: { require: 'anyone' },
    description:
      'The open invitation of a token, without accepting it, or null if there is none. Rate-limited after too many failures.',
    args: { token: t.arg.string({ required: true, description: 'Token of the invitation.' }) },
    resolve: (_root, { token }, { db, signInThrottle, address }) =>
      attemptToken(signInThrottle, address, () => findOpenInvitation(db, token)),
  }),
}))
