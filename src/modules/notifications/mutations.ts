import { inTransaction } from '../../db/transaction.ts'
import { mutation } from '../../graphql/schema/mutation/mutation.ts'
import { databaseIdOf } from '../../graphql/schema/node/ids.ts'
import { nodeIdInput } from '../../graphql/schema/node/node.ts'
import { allowMail } from '../mail/suppressions/allow-mail.ts'
import { setChangelogSubscription } from './changelog/set-subscription.ts'
import { countUnread } from './list-notifications.ts'
import { markRead } from './mark-read.ts'
import { ALLOW_MAIL, NotificationPreferencesRef, PreferenceInput } from './preferences/type.ts'
import { listPreferences } from './preferences/list-preferences.ts'
import { updatePreferences } from './preferences/update-preferences.ts'
import { readerOf } from './owner-context.ts'

mutation('markNotificationsRead', {
  access: { require: 'organization' },
  description:
    'Marks an item in the bell of the signed-in person as read, or all items up to it. Idempotent.',
  input: (t) => ({
    id: t.id(nodeIdInput('Notification', { required: true, description: 'Id of the item.' })),
    andBefore: t.boolean({ description: 'Whether the items before it are marked too. Default false.' }),
  }),
  payload: {
    unreadNotificationsCount: { type: 'Int', description: 'Number of unread items after it, at most 100.' },
  },
  resolve: async ({ id, andBefore }, context) => {
    const reader = readerOf(context)
    const marked = {
      userId: reader.userId,
      id: databaseIdOf('Notification', 'id', id),
      andBefore: andBefore === true,
    }
    await markRead(context.db, reader.organizationId, marked)
    return { unreadNotificationsCount: await countUnread(context.db, reader) }
  },
})

mutation('updateNotificationPreferences', {
  access: { require: 'organization' },
  description: 'Changes what the signed-in person is notified of. Kinds without a choice are unchanged.',
  input: (t) => ({
    choices: t.field({ type: [PreferenceInput], description: 'Choices, one for each kind.' }),
    changelogSubscribed: t.boolean({
      description: 'Whether the person subscribes to the changelog.',
    }),
    noMail: t.boolean({ description: 'Whether the person receives no mail but those that sign in.' }),
    allowMail: t.boolean({ description: ALLOW_MAIL }),
  }),
  payload: { notificationPreferences: { type: NotificationPreferencesRef, description: 'All choices.' } },
  resolve: async ({ changelogSubscribed, allowMail: isAllowed, ...input }, context) => {
    const { organizationId, userId } = readerOf(context)
    const person = { organizationId, userId }
    return {
      notificationPreferences: await inTransaction(context.db, async (tx) => {
        await updatePreferences(tx, person, input)
        if (isAllowed === true) await allowMail(tx, context.keys, person)
        if (changelogSubscribed != null) await setChangelogSubscription(tx, person, changelogSubscribed)
        return listPreferences(tx, organizationId, userId)
      }),
    }
  },
})
