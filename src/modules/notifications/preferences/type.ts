import { isAdmin } from '../../../auth/caller.ts'
import { builder } from '../../../graphql/builder.ts'
import { nullIfNotFound } from '../../../graphql/schema/node/lookup.ts'
import { MailFrequencyRef, NotificationKindRef } from '../enums.ts'
import { SuppressionReasonRef } from '../../mail/enums.ts'
import { PostRef } from '../../posts/type.ts'
import { visiblePost } from '../../posts/visible-post.ts'
import { listMutes } from '../mutes.ts'
import { findSuppressions } from '../../mail/suppressions/find-suppressions.ts'
import type { Preference, Preferences } from './list-preferences.ts'

const NotificationPreferenceRef = builder.objectRef<Preference>('NotificationPreference').implement({
  description: 'Choice of a person for a kind of notifications.',
  fields: (t) => ({
    kind: t.expose('kind', { type: NotificationKindRef, description: 'The kind.' }),
    frequency: t.expose('frequency', { type: MailFrequencyRef, description: 'When it is mailed.' }),
    inBell: t.exposeBoolean('inBell', { description: 'Whether it is shown in the bell.' }),
  }),
})

export const NotificationPreferencesRef = builder
  .objectRef<Preferences>('NotificationPreferences')
  .implement({
    description: 'Choices of a person about notifications.',
    fields: (t) => ({
      kinds: t.expose('kinds', {
        type: [NotificationPreferenceRef],
        description: 'Choices for the kinds that the person can have.',
      }),
      noMail: t.exposeBoolean('noMail', {
        description: 'Whether the person receives no mail but those that sign in.',
      }),
      changelogSubscribed: t.exposeBoolean('changelogSubscribed', {
        description: 'Whether the person subscribes to the changelog.',
      }),
      mutedPosts: t.field({
        type: [PostRef],
        description:
          'Posts whose notifications the person has ended, the last 100, newest first. Empty for others than the person and admins, and for the link of a mail.',
        resolve: async ({ organizationId, userId }, _args, context) => {
          const { caller, db } = context
          const isOwn = caller.organizationId === organizationId && caller.actorId === userId
          if (!isOwn && !(isAdmin(caller) && caller.organizationId === organizationId)) return []
          const ids = await listMutes(db, organizationId, userId)
          const posts = await Promise.all(ids.map((id) => nullIfNotFound(visiblePost(context, id))))
          return posts.filter((post) => post !== null)
        },
      }),
      suppression: t.field({
        type: SuppressionReasonRef,
        nullable: true,
        description:
          'Reason for which the address of the person receives no mail but those that sign in. Null without one.',
        resolve: async (person, _args, { db, keys }) => {
          const suppression = (await findSuppressions(db, keys, [person]))(person)
          return suppression === 'elsewhere' ? 'bounce' : suppression
        },
      }),
    }),
  })

/** Description of the field that ends the suppression of the address. */
export const ALLOW_MAIL =
  'True to receive mail again after a returned mail, or after a report of one as unwanted.'

export const PreferenceInput = builder.inputType('NotificationPreferenceInput', {
  description: 'Choice for a kind of notifications. Omitted fields are unchanged.',
  fields: (t) => ({
    kind: t.field({ type: NotificationKindRef, required: true, description: 'The kind.' }),
    frequency: t.field({ type: MailFrequencyRef, description: 'When it is mailed.' }),
    inBell: t.boolean({ description: 'Whether it is shown in the bell.' }),
  }),
})
