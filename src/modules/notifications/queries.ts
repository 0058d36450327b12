import { isAdmin } from '../../auth/caller.ts'
import { builder } from '../../graphql/builder.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { pageArgs } from '../../graphql/schema/page.ts'
import { forbidden } from '../../lib/errors.ts'
import { countUnread, listNotifications } from './list-notifications.ts'
import { findPreferences } from './preferences/list-preferences.ts'
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
    description: 'Choices of a person, or null if there is no such person.',
    args: {
      userId: t.arg.id(
        nodeIdInput('User', { description: 'Person, for admins. Default the signed-in person.' }),
      ),
    },
    resolve: (_root, { userId }, context) => {
      const reader = readerOf(context)
      const id = databaseIdOf('User', 'userId', userId) ?? reader.userId
      if (id !== reader.userId && !isAdmin(context.caller)) throw forbidden('This needs an admin')
      return findPreferences(context.db, reader.organizationId, id)
    },
  }),
}))
