import { graphql, type ResultOf } from '../../graphql.ts'

export const NOTIFICATIONS = graphql(`
  query Notifications($after: String) {
    notifications(first: 50, after: $after) {
      nodes {
        id
        kinds
        createdAt
        readAt
        webhookId
        post {
          id
          title
          status {
            id
            name
          }
        }
        changelog {
          id
          title
        }
        comments {
          id
          preview
          author {
            id
            name
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type Notification = ResultOf<typeof NOTIFICATIONS>['notifications']['nodes'][number]

export const MARK_READ = graphql(`
  mutation MarkNotificationsRead($input: MarkNotificationsReadInput!) {
    markNotificationsRead(input: $input) {
      unreadNotificationsCount
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const PREFERENCES = graphql(`
  query NotificationPreferences {
    notificationPreferences {
      noMail
      changelogSubscribed
      suppression
      kinds {
        kind
        frequency
        inBell
      }
    }
  }
`)

export type Preferences = NonNullable<ResultOf<typeof PREFERENCES>['notificationPreferences']>

export const UPDATE_PREFERENCES = graphql(`
  mutation UpdateNotificationPreferences($input: UpdateNotificationPreferencesInput!) {
    updateNotificationPreferences(input: $input) {
      notificationPreferences {
        noMail
        changelogSubscribed
        suppression
        kinds {
          kind
          frequency
          inBell
        }
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)
