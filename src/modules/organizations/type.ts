import { hasTeamView, type Caller } from '../../auth/caller.ts'
import { portalBase } from '../../auth/portal-base.ts'
import type { Organization } from '../../db/rows.ts'
import { builder } from '../../graphql/builder.ts'
import { DATABASE_ID, nodeFinder, nodeIdField, NodeRef } from '../../graphql/schema/node/node.ts'
import { connectionType } from '../../graphql/schema/page.ts'
import { withUploadUrls } from '../../lib/images/upload-paths.ts'
import { LocaleRef } from '../changelogs/enums.ts'
import type { Locale } from '../changelogs/locales.ts'
import { AgentAccessRef, OrganizationVisibilityRef, SignUpRef } from './enums.ts'
import { visibleOrganization } from './visible-organization.ts'

/** An organization's row without its secrets. */
type OrganizationRow = Omit<Organization, 'ssoKeyCiphertext' | 'erasureKeyCiphertext' | 'mailKeyCiphertext'>

const isTeamOf = (caller: Caller, id: number) => hasTeamView(caller) && caller.organizationId === id

export const OrganizationRef = builder.objectRef<OrganizationRow>('Organization').implement({
  description: 'An organization (tenant), which owns buckets, posts, people and changelogs.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id(nodeIdField('Organization')),
    databaseId: t.exposeInt('id', DATABASE_ID),
    slug: t.exposeString('slug', { description: 'Slug for URLs and the `X-Organization` header.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    description: t.exposeString('description', { description: 'Description of the organization.' }),
    homePage: t.expose('homePage', {
      type: 'URL',
      nullable: true,
      description: "URL of the organization's website. Null without one.",
    }),
    avatarUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the picture. Null without one.',
      resolve: ({ avatarUrl }, _args, { site }) => avatarUrl && withUploadUrls(avatarUrl, site),
    }),
    portalUrl: t.field({
      type: 'URL',
      description: 'Base URL of the portal, without a trailing slash. By default `/@<slug>` of this server.',
      resolve: (organization, _args, { site }) => portalBase(organization, site),
    }),
    colorPrimary: t.exposeString('colorPrimary', { description: 'Primary color of the portal, in hex.' }),
    colorPrimaryLight: t.exposeString('colorPrimaryLight', {
      description: 'Lighter shade of the primary color.',
    }),
    colorPrimaryDark: t.exposeString('colorPrimaryDark', {
      description: 'Darker shade of the primary color.',
    }),
    formDescription: t.exposeString('formDescription', {
      description: 'Text above the form for submitting posts.',
    }),
    submitButtonText: t.exposeString('submitButtonText', {
      description: 'Caption of the submit button of that form.',
    }),
    multilingualChangelog: t.exposeBoolean('multilingualChangelog', {
      description: 'Whether every changelog entry requires a locale.',
    }),
    visibility: t.expose('visibility', {
      type: OrganizationVisibilityRef,
      description: 'Visibility of the public pages.',
    }),
    anonymousVotes: t.exposeBoolean('anonymousVotes', {
      description: 'Whether visitors of the public pages may vote without signing in.',
    }),
    anonymousPosts: t.exposeBoolean('anonymousPosts', {
      description:
        'Whether visitors of the public pages may submit posts without signing in. They wait for approval.',
    }),
    locales: t.field({
      type: [LocaleRef],
      description: 'Locales of the public pages.',
      resolve: ({ locales }) => locales as Locale[],
    }),
    defaultLocale: t.field({
      type: LocaleRef,
      description: 'One of the locales. Changelog entries created without a locale have it.',
      resolve: ({ defaultLocale }) => defaultLocale as Locale,
    }),
    ssoForTeam: t.field({
      type: 'Boolean',
      nullable: true,
      description: 'Whether an SSO token alone gives people of the team their role. Null outside the team.',
      resolve: ({ id, ssoForTeam }, _args, { caller }) => (isTeamOf(caller, id) ? ssoForTeam : null),
    }),
    agentAccess: t.field({
      type: AgentAccessRef,
      nullable: true,
      description: 'People whose agents may act in the organization. Null outside the team.',
      resolve: ({ id, agentAccess }, _args, { caller }) => (isTeamOf(caller, id) ? agentAccess : null),
    }),
    signUp: t.field({
      type: SignUpRef,
      nullable: true,
      description:
        'People who join by signing in to the public pages with a mailed code. Null outside the team.',
      resolve: ({ id, signUp }, _args, { caller }) => (isTeamOf(caller, id) ? signUp : null),
    }),
    signUpDomains: t.field({
      type: ['String'],
      nullable: true,
      description: 'Domains of e-mail addresses that may join. Null outside the team.',
      resolve: ({ id, signUpDomains }, _args, { caller }) => (isTeamOf(caller, id) ? signUpDomains : null),
    }),
    mailSenderName: t.string({
      nullable: true,
      description: "Name of the sender of mails. Null for the organization's name, and outside the team.",
      resolve: ({ id, mailSenderName }, _args, { caller }) => (isTeamOf(caller, id) ? mailSenderName : null),
    }),
    mailSenderAddress: t.field({
      type: 'EmailAddress',
      nullable: true,
      description: 'Address of the sender of mails. Null for that of the server, and outside the team.',
      resolve: ({ id, mailSenderAddress }, _args, { caller }) =>
        isTeamOf(caller, id) ? mailSenderAddress : null,
    }),
    mailReplyTo: t.field({
      type: 'EmailAddress',
      nullable: true,
      description: 'Address for answers to mails. Null for that of the sender, and outside the team.',
      resolve: ({ id, mailReplyTo }, _args, { caller }) => (isTeamOf(caller, id) ? mailReplyTo : null),
    }),
    mailFooter: t.string({
      nullable: true,
      description: 'Text below mails. Null outside the team.',
      resolve: ({ id, mailFooter }, _args, { caller }) => (isTeamOf(caller, id) ? mailFooter : null),
    }),
    timeZone: t.string({
      nullable: true,
      description: 'Time zone in which digests are sent. Null outside the team.',
      resolve: ({ id, timeZone }, _args, { caller }) => (isTeamOf(caller, id) ? timeZone : null),
    }),
    notifyPeopleOfImports: t.boolean({
      nullable: true,
      description: 'Whether people whom an import has created are notified. Null outside the team.',
      resolve: ({ id, notifyPeopleOfImports }, _args, { caller }) =>
        isTeamOf(caller, id) ? notifyPeopleOfImports : null,
    }),
    ssoKeyRotatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last rotation of the SSO key. Null outside the team.',
      resolve: ({ id, ssoKeyRotatedAt }, _args, { caller }) =>
        isTeamOf(caller, id) ? ssoKeyRotatedAt : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
})

nodeFinder('Organization', (context, id) => visibleOrganization(context, { id }))

export const OrganizationConnectionRef = connectionType('Organization', OrganizationRef)
