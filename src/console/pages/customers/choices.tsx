import { useMemo } from 'react'
import { useQuery } from 'urql'
import { graphql } from '../../graphql.ts'
import customers from '../../messages/en/customers.json'
import notifications from '../../messages/en/notifications.json'
import { messagesOf } from '../../messages.ts'
import styles from './choices.module.css'

const t = messagesOf(customers)
const kinds = messagesOf(notifications)

const CHOICES_OF = graphql(`
  query ChoicesOfPerson($userId: ID!) {
    notificationPreferences(userId: $userId) {
      noMail
      changelogSubscribed
      kinds {
        kind
        frequency
      }
    }
  }
`)

/** Notifications that a person has chosen to receive by mail, for admins. */
export function Choices({ userId }: { userId: string }) {
  const variables = useMemo(() => ({ userId }), [userId])
  const [{ data }] = useQuery({ query: CHOICES_OF, variables })
  const choices = data?.notificationPreferences
  if (!choices) return null
  return (
    <details className={styles.choices}>
      <summary>{t(choices.noMail ? 'choices.noMail' : 'choices')}</summary>
      {!choices.noMail && (
        <ul>
          {choices.kinds.map(({ kind, frequency }) => (
            <li key={kind}>
              {kinds(`kind.${kind}`)}:{' '}
              {isSent(kind, choices) ? kinds(`frequency.${frequency}`) : t('choices.not')}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

const isSent = (kind: string, { changelogSubscribed }: { changelogSubscribed: boolean }) =>
  kind !== 'CHANGELOG_PUBLISHED' || changelogSubscribed
