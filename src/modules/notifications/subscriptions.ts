import { builder } from '../../graphql/builder.ts'
import { subscriptionSource } from '../../graphql/subscription-source.ts'
import { PERSONAL_FIELD } from '../../graphql/schema/personal-field.ts'
import { countUnread } from './list-notifications.ts'
import { readerOf } from './owner-context.ts'

const INTERVAL_MS = 500
/** Notifications between processes may be lost, and a post may become visible. */
const POLL_MS = 60_000
/** Item of this source. It only signals that something may have changed. */
const CHANGED = { changed: true }

builder.subscriptionFields((t) => ({
  unreadNotificationsCount: t.int({
    ...PERSONAL_FIELD,
    access: { require: 'organization' },
    description:
      'Number of unread items in the bell of the signed-in person, initially and after each change, at most twice a second.',
    subscribe: (_root, _args, context) => {
      const { organizationId, userId } = readerOf(context)
      return subscriptionSource({
        key: JSON.stringify([organizationId, 'unreadNotificationsCount', userId]),
        currentState: { item: CHANGED, everyMs: INTERVAL_MS },
        subscribe: (listener) => {
          const stop = context.notifications.on(`bell:${organizationId}`, () => listener(CHANGED))
          const poll = setInterval(() => listener(CHANGED), POLL_MS)
          return () => {
            clearInterval(poll)
            stop()
          }
        },
      })
    },
    resolve: (_item, _args, context) => countUnread(context.db, readerOf(context)),
  }),
}))
