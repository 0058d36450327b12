import { useSubscription } from 'urql'
import { graphql } from '../graphql.ts'

const UNREAD = graphql(`
  subscription UnreadNotificationsCount {
    unreadNotificationsCount
  }
`)

/** Returns the number of unread items in the bell of the person, as it changes. */
export function useUnreadCount(): number {
  const [{ data }] = useSubscription({ query: UNREAD })
  return data?.unreadNotificationsCount ?? 0
}
