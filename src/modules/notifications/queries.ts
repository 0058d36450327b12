import { builder } from '../../graphql/builder.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { countUnread, listNotifications } from './list-notifications.ts'
import { listPreferences } from './preferences/list-preferences.ts'
import { NotificationPreferencesRef } from './preferences/type.ts'
import { readerOf } from './owner-context.ts'
import { NotificationConnectionRef } from './type.ts'

builder.queryFields((t) => ({
  notifications: t.field({
    type: NotificationConnectionRef,
    access: { require: 'organization' },
    description: 'Bell of the signed-in person, newest first.',
    args: { ...pageArgs, unread: t.arg.boolean({ description: 'True for unread items only.' }) },
    resolve: (_root, args, context) => listNotifications(context.db, readerOf(context), args),
  }),

  unreadNotificationsCount: t.int({
    nullable: true,
    access: { require: 'organization' },
    description: 'Number of unread items in the bell of the signed-in person, at most 100.',
    resolve: (_root, _args, context) => countUnread(context.db, readerOf(context)),
  }),

  notificationPreferences: t.field({
    type: NotificationPreferencesRef,
    nullable: true,
    access: { require: 'organization' },
    description: 'Choices of the signed-in person.',
    resolve: (_root, _args, context) => {
      const { organizationId, userId } = readerOf(context)
      return listPreferences(context.db, organizationId, userId)
    },
  }),
}))
