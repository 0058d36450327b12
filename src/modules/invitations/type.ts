import { isAdmin } from '../../auth/caller.ts'
import type { TeamRole } from '../../db/generated/tables.ts'
import type { Invitation } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { withUploadUrls } from '../../lib/images/upload-paths.ts'
import { maskEmail } from '../../lib/text/email.ts'
import { userLoaders } from '../users/loaders.ts'
import { TeamRoleRef, UserRef } from '../users/type.ts'
import { invitationLoaders } from './loaders.ts'

/** An invitation's row without the hash of its token. */
type InvitationRow = Omit<Invitation, 'tokenHash'>

export const InvitationRef = builder.objectRef<InvitationRow>('Invitation').implement({
  description: 'An invitation of a person to the team. Its token is not stored.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Invitation')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    email: t.expose('email', { type: 'EmailAddress', description: 'E-mail address of the invited person.' }),
    role: t.expose('role', { type: TeamRoleRef, description: 'Role that the person receives.' }),
    invitedBy: t.field({
      type: UserRef,
      description: 'Admin who invited the person.',
      resolve: ({ invitedById }, _args, context) => userLoaders(context).byId.one(invitedById),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Expiry time, seven days after the creation.',
    }),
    acceptedAt: t.expose('acceptedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of acceptance. Null before it.',
    }),
    withdrawnAt: t.expose('withdrawnAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of withdrawal. Null unless it was withdrawn.',
    }),
  }),
})

nodeFinder('Invitation', (context, id) =>
  isAdmin(context.caller) ? invitationLoaders(context).byId.find(id) : Promise.resolve(null),
)

export const InvitationConnectionRef = connectionType('Invitation', InvitationRef)

/** The part of an invitation that the holder of its token sees. */
type InvitationPreview = {
  organizationName: string
  organizationAvatarUrl: string | null
  organizationColor: string
  email: string
  role: TeamRole
  expiresAt: Date
}

export const InvitationPreviewRef = builder.objectRef<InvitationPreview>('InvitationPreview').implement({
  description: 'An open invitation, as the holder of its token sees it.',
  fields: (t) => ({
    organizationName: t.exposeString('organizationName', { description: 'Name of the organization.' }),
    organizationAvatarUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture of the organization. Null without one.',
      resolve: ({ organizationAvatarUrl: url }, _args, { site }) => url && withUploadUrls(url, site),
    }),
    organizationColor: t.exposeString('organizationColor', {
      description: 'Primary color of the portal, in hex.',
    }),
    maskedEmail: t.string({
      description: 'Masked e-mail address of the invited person, such as `a***@example.com`.',
      resolve: ({ email }) => maskEmail(email),
    }),
    role: t.expose('role', { type: TeamRoleRef, description: 'Role that the person receives.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Expiry time.' }),
  }),
})
