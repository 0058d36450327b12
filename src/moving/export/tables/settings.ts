import { enumName, localeName, nodeId } from '../columns.ts'
import type { ExportTable } from '../table.ts'

/** The organization, of which there is one row. */
export const ORGANIZATION: ExportTable = {
  file: 'organization',
  columns: {
    id: nodeId('Organization', 'o.id'),
    slug: 'o.slug',
    name: 'o.name',
    description: 'o.description',
    homePage: 'o.home_page',
    avatarUrl: 'o.avatar_url',
    portalUrl: 'o.portal_url',
    colorPrimary: 'o.color_primary',
    colorPrimaryLight: 'o.color_primary_light',
    colorPrimaryDark: 'o.color_primary_dark',
    formDescription: 'o.form_description',
    submitButtonText: 'o.submit_button_text',
    multilingualChangelog: 'o.multilingual_changelog',
    visibility: enumName('o.visibility'),
    anonymousVotes: 'o.anonymous_votes',
    anonymousPosts: 'o.anonymous_posts',
    signUp: enumName('o.sign_up'),
    signUpDomains: `coalesce(o.sign_up_domains, '{}')`,
    mailSenderName: 'o.mail_sender_name',
    mailReplyTo: 'o.mail_reply_to',
    mailFooter: 'o.mail_footer',
    timeZone: 'o.time_zone',
    notifyPeopleOfImports: 'o.notify_people_of_imports',
    locales: `array(select ${localeName('one.locale')} from unnest(o.locales) with ordinality as one (locale, number) order by one.number)`,
    defaultLocale: localeName('o.default_locale'),
    createdAt: 'o.created_at',
    updatedAt: 'o.updated_at',
  },
  from: 'organizations o',
  owner: 'o.id',
  key: ['o.id'],
}

export const STATUSES: ExportTable = {
  file: 'statuses',
  columns: {
    id: nodeId('Status', 's.id'),
    slug: 's.slug',
    name: 's.name',
    kind: enumName('s.kind'),
    color: 's.color',
    position: 's.position',
    percentage: 's.percentage',
    createdAt: 's.created_at',
  },
  from: 'statuses s',
  owner: 's.organization_id',
  key: ['s.id'],
}

export const BUCKETS: ExportTable = {
  file: 'buckets',
  columns: {
    id: nodeId('Bucket', 'b.id'),
    slug: 'b.slug',
    name: 'b.name',
    description: 'b.description',
    private: 'b.private',
    requiresModeration: 'b.requires_moderation',
    position: 'b.position',
    createdAt: 'b.created_at',
    updatedAt: 'b.updated_at',
  },
  from: 'buckets b',
  owner: 'b.organization_id',
  key: ['b.id'],
}

export const TAGS: ExportTable = {
  file: 'tags',
  columns: {
    id: nodeId('Tag', 't.id'),
    name: 't.name',
    color: 't.color',
    createdAt: 't.created_at',
  },
  from: 'tags t',
  owner: 't.organization_id',
  key: ['t.id'],
}

export const CHANGELOG_LABELS: ExportTable = {
  file: 'changelog_labels',
  columns: {
    id: nodeId('ChangelogLabel', 'l.id'),
    name: 'l.name',
    color: 'l.color',
    createdAt: 'l.created_at',
  },
  from: 'changelog_labels l',
  owner: 'l.organization_id',
  key: ['l.id'],
}

/** People of the organization, with its team and its bots. */
export const PEOPLE: ExportTable = {
  file: 'people',
  columns: {
    id: nodeId('User', 'u.id'),
    name: 'u.name',
    email: 'u.email',
    avatarUrl: 'u.avatar_url',
    locale: 'u.locale',
    bot: 'u.bot',
    role: enumName('u.role'),
    customer: 'u.customer_since is not null',
    blocked: 'u.blocked',
    starred: 'u.starred',
    reachable: 'u.reachable',
    noMail: 'u.no_mail',
    labels: `coalesce(u.labels, '{}')`,
    customFields: 'u.custom_fields',
    anonymizedAt: 'u.anonymized_at',
    createdAt: 'u.created_at',
    updatedAt: 'u.updated_at',
  },
  from: 'users u',
  owner: 'u.organization_id',
  key: ['u.id'],
  people: [{ id: 'id', name: 'name', email: 'email' }],
  impersonal: { avatarUrl: null, customFields: {} },
}
