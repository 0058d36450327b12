import { builder } from '../../../graphql/builder.ts'
import { maskEmail } from '../../../lib/text/email.ts'
import { NotificationKindRef } from '../enums.ts'
import { listPreferences } from '../preferences/list-preferences.ts'
import { NotificationPreferencesRef } from '../preferences/type.ts'
import type { OpenLink } from './open-link.ts'

export const MailLinkRef = builder.objectRef<OpenLink>('MailLink').implement({
  description: 'A link in a mail, which needs no session.',
  fields: (t) => ({
    organizationName: t.string({
      description: 'Name of the organization that has sent the mail.',
      resolve: ({ organization }) => organization.name,
    }),
    organizationSlug: t.string({
      description: 'Slug of the organization.',
      resolve: ({ organization }) => organization.slug,
    }),
    avatarUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'URL of the logo of the organization. Null without one.',
      resolve: ({ organization }) => organization.avatarUrl,
    }),
    colorPrimary: t.string({
      description: 'Color of the organization in hex.',
      resolve: ({ organization }) => organization.colorPrimary,
    }),
    maskedEmail: t.string({
      description: 'Masked address of the person, such as `a***@example.com`.',
      resolve: ({ email }) => maskEmail(email),
    }),
    locale: t.exposeString('locale', {
      nullable: true,
      description: 'Language that the person has chosen, such as `pt-BR`. Null without a choice.',
    }),
    kind: t.field({
      type: NotificationKindRef,
      nullable: true,
      description: 'Kind of the mails that the link ends. Null for another link.',
      resolve: ({ target }) => (target.type === 'kind' ? target.kind : null),
    }),
    isAboutPost: t.boolean({
      description: 'Whether the link ends the notifications of one post.',
      resolve: ({ target }) => target.type === 'post',
    }),
    preferencesToken: t.exposeString('preferencesToken', {
      description: 'Token of the link to all choices.',
    }),
    preferences: t.field({
      type: NotificationPreferencesRef,
      description: 'Choices of the person.',
      resolve: ({ organizationId, userId }, _args, { db }) => listPreferences(db, organizationId, userId),
    }),
  }),
})
