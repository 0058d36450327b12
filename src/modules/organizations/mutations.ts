import { inTransaction } from '../../db/transaction.ts'
import { actorOf } from '../../graphql/actor.ts'
import { assertChanges, IF_UNCHANGED_SINCE } from '../../graphql/schema/mutation/assert-changes.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { LocaleRef } from '../changelogs/enums.ts'
import { ApiKeyRef } from './api-key-type.ts'
import { createApiKey } from './create-api-key.ts'
import { AgentAccessRef, OrganizationVisibilityRef, SignUpRef } from './enums.ts'
import { assertSenderDomain } from './mail-sender-settings.ts'
import { assertOwnHost } from './portal-host.ts'
import { revokeApiKey } from './revoke-api-key.ts'
import { rotateSsoKey } from './rotate-sso-key.ts'
import { OrganizationRef } from './type.ts'
import { updateOrganization } from './update-organization.ts'

mutation('updateOrganization', {
  access: { require: 'admin' },
  description: "Updates the settings of the caller's organization. Omitted fields are unchanged.",
  input: (t) => ({
    name: t.string({ description: 'Display name. The slug is unchanged.' }),
    description: t.string({ description: 'Description of the organization.' }),
    homePage: t.field({ type: 'URL', description: "URL of the organization's website. Null removes it." }),
    avatarUrl: t.field({ type: 'URL', description: 'URL of a picture. Null removes it.' }),
    portalUrl: t.field({
      type: 'URL',
      description:
        'Base URL of the portal, or null for `/@<slug>` of this server. The host of a URL without a path serves the portal and belongs to one organization.',
    }),
    colorPrimary: t.string({ description: 'Primary color of the portal, in hex.' }),
    colorPrimaryLight: t.string({ description: 'Lighter shade of the primary color.' }),
    colorPrimaryDark: t.string({ description: 'Darker shade of the primary color.' }),
    formDescription: t.string({ description: 'Text above the form for submitting posts.' }),
    submitButtonText: t.string({ description: 'Caption of the submit button of that form.' }),
    multilingualChangelog: t.boolean({ description: 'Whether every changelog entry requires a locale.' }),
    visibility: t.field({
      type: OrganizationVisibilityRef,
      description: 'Visibility of the public pages.',
    }),
    anonymousVotes: t.boolean({
      description: 'Whether visitors of the public pages may vote without signing in.',
    }),
    anonymousPosts: t.boolean({
      description:
        'Whether visitors of the public pages may submit posts without signing in. They wait for approval.',
    }),
    ssoForTeam: t.boolean({
      description:
        'Whether an SSO token alone gives people of the team their role. Your product must verify the addresses that it signs.',
    }),
    agentAccess: t.field({
      type: AgentAccessRef,
      description:
        'People whose agents may act in the organization. It applies to connected agents immediately.',
    }),
    signUp: t.field({
      type: SignUpRef,
      description: 'People who join by signing in to the public pages with a mailed code.',
    }),
    signUpDomains: t.stringList({
      description: 'Domains of e-mail addresses that may join, at most 50, without those below them.',
    }),
    mailSenderName: t.string({
      description:
        "Name of the sender of mails, at most 100 characters. Null selects the organization's name.",
    }),
    mailSenderAddress: t.field({
      type: 'EmailAddress',
      description:
        'Address of the sender of mails, below a domain of `MailSettings.senderDomains`. Null selects the default.',
    }),
    mailReplyTo: t.field({
      type: 'EmailAddress',
      description: 'Address for answers to mails. Null selects that of the sender.',
    }),
    mailFooter: t.string({
      description: 'Plain text below mails, such as a postal address, at most 500 characters.',
    }),
    timeZone: t.string({
      description: 'Time zone in which digests are sent, a name of the IANA database. Default `UTC`.',
    }),
    notifyPeopleOfImports: t.boolean({
      description:
        'Whether people whom an import has created are notified before they come here. Default false.',
    }),
    locales: t.field({
      type: [LocaleRef],
      description: 'Locales of the public pages, each once. Translations in a removed locale remain.',
    }),
    defaultLocale: t.field({ type: LocaleRef, description: 'One of the locales.' }),
    ifUnchangedSince: t.field(IF_UNCHANGED_SINCE),
  }),
  payload: { organization: { type: OrganizationRef, description: 'The organization.' } },
  resolve: async (input, context) => {
    const changes = assertChanges(context, input, [
      'name',
      'description',
      'colorPrimary',
      'colorPrimaryLight',
      'colorPrimaryDark',
      'formDescription',
      'submitButtonText',
      'multilingualChangelog',
      'visibility',
      'anonymousVotes',
      'anonymousPosts',
      'ssoForTeam',
      'agentAccess',
      'mailFooter',
      'timeZone',
      'notifyPeopleOfImports',
      'signUp',
      'signUpDomains',
      'locales',
      'defaultLocale',
    ])
    assertSenderDomain(changes.mailSenderAddress, context.mail.senderDomains)
    assertOwnHost(changes.portalUrl, context.site.publicUrl)
    const actorId = actorOf(context)
    const { db, organizationId } = context
    return {
      organization: await inTransaction(db, (tx) => updateOrganization(tx, organizationId, changes, actorId)),
    }
  },
})

mutation('rotateSsoKey', {
  access: { require: 'admin' },
  description:
    'Replaces the SSO key. Tokens signed with the old one are rejected immediately, and sessions of one person in the organization end.',
  input: () => ({}),
  payload: {
    ssoKey: { type: 'String', description: 'SSO key (HS256), returned only once.' },
    organization: { type: OrganizationRef, description: 'Organization of the key.' },
  },
  resolve: (_input, context) => {
    const actorId = actorOf(context)
    const { db, keys, organizationId } = context
    return inTransaction(db, (tx) => rotateSsoKey(tx, keys.encryption, organizationId, actorId))
  },
})

mutation('createApiKey', {
  access: { require: 'admin' },
  description: 'Creates an API key. Writes with the key alone are attributed to the caller.',
  input: (t) => ({ name: t.string({ description: 'Name that describes the purpose of the key.' }) }),
  payload: {
    apiKey: { type: ApiKeyRef, description: 'Stored metadata of the key.' },
    secret: { type: 'String', description: 'The API key itself, returned only once.' },
  },
  resolve: async ({ name }, context) => {
    const creatorId = actorOf(context)
    const { db, organizationId, quotas } = context
    const { key, row } = await inTransaction(db, (tx) =>
      createApiKey(tx, organizationId, { creatorId, name, actorId: creatorId, quota: quotas.apiKeys }),
    )
    return { apiKey: row, secret: key }
  },
})

mutation('revokeApiKey', {
  access: { require: 'admin' },
  description: 'Revokes an API key permanently. Every process rejects it within one second.',
  input: (t) => ({ id: t.id(nodeIdInput('ApiKey', { required: true, description: 'Id of the API key.' })) }),
  payload: { apiKey: { type: ApiKeyRef, description: 'The revoked API key.' } },
  resolve: async (input, context) => {
    const key = { id: databaseIdOf('ApiKey', 'id', input.id), actorId: actorOf(context) }
    const { db, organizationId } = context
    return { apiKey: await inTransaction(db, (tx) => revokeApiKey(tx, organizationId, key)) }
  },
})
