import { graphql } from '../../lib/graphql-client/graphql.ts'
import { USER_ERROR } from '../../lib/graphql-client/payload.ts'
import { changelogPage } from '../pages/changelog.ts'
import { notificationsPage } from '../pages/notifications.ts'
import { choicesOf } from '../pages/preferences-form.ts'
import { PREFERENCES } from '../pages/notification-documents.ts'
import { linkTo } from '../visit/portal-visit.ts'
import type { Participant } from './participant.ts'
import type { Write } from './serve-write.ts'

const MARK_READ = graphql(
  /* GraphQL */ `
    mutation ($id: ID!) {
      markNotificationsRead(input: { id: $id, andBefore: true }) {
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

const CHOICES = graphql(
  /* GraphQL */ `
    query {
      notificationPreferences {
        ...Preferences
      }
    }
  `,
  [PREFERENCES],
)

const UPDATE = graphql(
  /* GraphQL */ `
    mutation (
      $choices: [NotificationPreferenceInput!]
      $noMail: Boolean
      $allowMail: Boolean
      $changelogSubscribed: Boolean
    ) {
      updateNotificationPreferences(
        input: {
          choices: $choices
          noMail: $noMail
          allowMail: $allowMail
          changelogSubscribed: $changelogSubscribed
        }
      ) {
        errors {
          ...userError
        }
      }
    }
  `,
  [USER_ERROR],
)

const pathOf = (participant: Participant) => linkTo(participant, ['notifications'])
const changelogPath = (participant: Participant) => linkTo(participant, ['changelog'])

/** Marks an item of the bell (field `id`) and all before it as read. */
export const readAll: Write = {
  purpose: null,
  async work(participant) {
    await participant.admit(null)
    await participant.run(MARK_READ, { id: participant.fields.id ?? '' })
    return { leave: pathOf(participant) }
  },
  path: pathOf,
  form: notificationsPage,
}

/** Stores the choices of the person, with the fields of `preferencesForm`. */
export const choose: Write = {
  purpose: null,
  async work(participant) {
    const { run, fields, admit } = participant
    await admit(null)
    const { notificationPreferences } = await run(CHOICES, {})
    if (notificationPreferences) await run(UPDATE, choicesOf(notificationPreferences, fields))
    return { leave: pathOf(participant) }
  },
  path: pathOf,
  form: notificationsPage,
}

/** Starts or ends the subscription to the changelog (field `subscribe`: `yes` or `no`). */
export const changelogSubscription: Write = {
  purpose: 'subscribe',
  async work(participant) {
    const { fields, run, admit } = participant
    await admit(null)
    await run(UPDATE, { changelogSubscribed: fields.subscribe !== 'no' })
    return { leave: changelogPath(participant) }
  },
  path: changelogPath,
  form: changelogPage,
}
