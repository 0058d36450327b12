import { hasTeamView } from '../../auth/caller.ts'
import type { Organization } from '../../db/generated/client/client.ts'
import { builder } from '../../graphql/builder.ts'
import { connectionType } from '../../graphql/page.ts'

/** An organization's row without its secret. */
type OrganizationRow = Omit<Organization, 'ssoKeyCiphertext'>

export const OrganizationRef = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'A tenant: the owner of boards, posts, people and changelogs.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Integer id.' }),
    slug: t.exposeString('slug', { description: 'Its name in addresses and in the X-Organization header.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    description: t.exposeString('description', { description: 'What it does.' }),
    homePage: t.exposeString('homePage', {
      nullable: true,
      description: "Address of the organization's own site.",
    }),
    avatarUrl: t.exposeString('avatarUrl', { nullable: true, description: 'Picture.' }),
    portalUrl: t.string({
      description:
        "Where its public pages live, without a trailing slash; by default this server's own address.",
      resolve: (organization, _args, { site }) => organization.portalUrl ?? site.publicUrl,
    }),
    colorPrimary: t.exposeString('colorPrimary', { description: 'Main color of the portal, in hex.' }),
    colorPrimaryLight: t.exposeString('colorPrimaryLight', {
      description: 'Lighter shade of the main color.',
    }),
    colorPrimaryDark: t.exposeString('colorPrimaryDark', { description: 'Darker shade of the main color.' }),
    formDescription: t.exposeString('formDescription', {
      description: 'Text above the form that submits a post.',
    }),
    submitButtonText: t.exposeString('submitButtonText', { description: "Caption of that form's button." }),
    multilingualChangelog: t.exposeBoolean('multilingualChangelog', {
      description: 'Whether every changelog must name its language.',
    }),
    ssoKeyRotatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its SSO key was last replaced: seen by its team only.',
      resolve: ({ id, ssoKeyRotatedAt }, _args, { caller }) =>
        hasTeamView(caller) && caller.organizationId === id ? ssoKeyRotatedAt : null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was founded.',
      resolve: (organization) => organization.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When it was last changed.',
      resolve: (organization) => organization.updatedAt,
    }),
  }),
})

export const OrganizationConnectionRef = connectionType('Organization', OrganizationRef)
