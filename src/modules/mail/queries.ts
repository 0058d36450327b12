import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { lookupId, lookupType } from '../../graphql/schema/node/lookup.ts'
import { DATABASE_ID, nodeIdInput } from '../../graphql/schema/node/node.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { LocaleRef } from '../changelogs/enums.ts'
import { NotificationKindRef } from '../notifications/enums.ts'
import { MailKindRef, MailStateRef } from './enums.ts'
import { listMails } from './list-mails.ts'
import { mailLoaders } from './loaders.ts'
import { readMailSettings } from './read-mail-settings.ts'
import { MailConnectionRef, MailPreviewRef, MailRef, MailSettingsRef } from './type.ts'

const MailFilterInput = builder.inputType('MailFilter', {
  description: 'Filter of a list of mails. Omitted fields do not restrict it.',
  fields: (t) => ({
    kinds: t.field({ type: [MailKindRef], description: 'Only mails of any of these kinds.' }),
    states: t.field({ type: [MailStateRef], description: 'Only mails in any of these states.' }),
    email: t.field({ type: 'EmailAddress', description: 'Only mails to this address.' }),
    userId: t.id(nodeIdInput('User', { description: 'Only mails to this person.' })),
  }),
})

const MailBy = lookupType('Mail', (t) => ({
  databaseId: t.field({ type: 'BigInt', ...DATABASE_ID, extensions: { nodeType: 'Mail' } }),
}))

builder.queryFields((t) => ({
  mails: t.field({
    type: MailConnectionRef,
    access: { require: 'admin' },
    description:
      'Mails in the name of the organization, newest first. Mails to accounts belong to no organization and are left out.',
    args: { ...pageArgs, filter: t.arg({ type: MailFilterInput, description: 'Filter of the list.' }) },
    resolve: (_root, { filter, ...page }, { db, organizationId }) => {
      const userId = databaseIdOf('User', 'filter.userId', filter?.userId)
      return listMails(db, organizationId, { ...filter, userId }, page)
    },
  }),

  mail: t.field({
    type: MailRef,
    nullable: true,
    access: { require: 'admin' },
    description: 'One mail in the name of the organization, or null if there is none.',
    args: { by: t.arg({ type: MailBy, required: true, description: 'Key of the mail.' }) },
    resolve: (_root, { by }, context) => mailLoaders(context).byId.find(lookupId('Mail', by) ?? 0),
  }),

  mailSettings: t.field({
    type: MailSettingsRef,
    nullable: true,
    access: { require: 'admin' },
    description: 'The mail server of the installation, and the mails of the organization.',
    resolve: (_root, _args, { db, organizationId }) => readMailSettings(db, organizationId),
  }),

  previewMail: t.field({
    type: MailPreviewRef,
    nullable: true,
    access: { require: 'admin' },
    description:
      'A mail as it would be sent now, with links that end nothing. Null if the organization has nothing of its kind.',
    args: {
      kind: t.arg({
        type: MailKindRef,
        defaultValue: 'notification',
        description: 'Kind of the mail. Default `NOTIFICATION`.',
      }),
      notification: t.arg({
        type: NotificationKindRef,
        description: 'Reason of a notification. Default `POST_STATUS_CHANGED`.',
      }),
      postId: t.arg.id(nodeIdInput('Post', { description: 'Post of a notification. Default the newest.' })),
      changelogId: t.arg.id(
        nodeIdInput('Changelog', {
          description: 'Entry of the changelog of a notification, also a draft. Default the newest.',
        }),
      ),
      locale: t.arg({ type: LocaleRef, defaultValue: 'en', description: 'Language. Default English.' }),
    },
    resolve: (_root, { kind, notification, postId, changelogId, locale }, context, { schema }) => {
      const { organizationId, caller, mail } = context
      const changelog = databaseIdOf('Changelog', 'changelogId', changelogId) ?? null
      const post = databaseIdOf('Post', 'postId', postId) ?? null
      const about = notification ?? (changelog === null ? 'post_status_changed' : 'changelog_published')
      return mail.preview(schema, context, {
        ...{
          organizationId,
          actorId: caller.actorId ?? 0,
          kind: kind ?? 'notification',
          notification: about,
        },
        subjectId: about === 'changelog_published' ? changelog : post,
        locale: locale ?? 'en',
      })
    },
  }),
}))
