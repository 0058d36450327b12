import { graphql, type ResultOf } from '../../graphql.ts'

/** Mails that a filter selects, newest first. */
export const MAILS = graphql(`
  query Mails($filter: MailFilter, $after: String) {
    mails(first: 50, after: $after, filter: $filter) {
      nodes {
        id
        kind
        state
        email
        locale
        subject
        reason
        reply
        report
        tries
        createdAt
        dueAt
        sentAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export type Mail = ResultOf<typeof MAILS>['mails']['nodes'][number]

/** The message of a stored mail. */
export const MAIL_MESSAGE = graphql(`
  query MailMessage($id: ID!) {
    mail(by: { id: $id }) {
      id
      text
    }
  }
`)

/** The mail server, and numbers of mails. */
export const MAIL_SETTINGS = graphql(`
  query MailSettings {
    mailSettings {
      transport
      from
      senderDomains
      isPublic
      problem
      sentToday
      waiting
    }
  }
`)

export const SEND_TEST_MAIL = graphql(`
  mutation SendTestMail {
    sendTestMail(input: {}) {
      mail {
        id
        email
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const RETRY_MAIL = graphql(`
  mutation RetryMail($id: ID!) {
    retryMail(input: { id: $id }) {
      mail {
        id
        state
        reason
        tries
        dueAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

export const CANCEL_MAIL = graphql(`
  mutation CancelMail($id: ID!) {
    cancelMail(input: { id: $id }) {
      mail {
        id
        state
        reason
        dueAt
      }
      errors {
        field
        message
        problem
      }
    }
  }
`)

/** Subject of a mail as it would be sent now. The server sends its HTML as a page of its own. */
export const PREVIEW_MAIL = graphql(`
  query PreviewMail($kind: MailKind!, $notification: NotificationKind, $changelogId: ID, $locale: Locale!) {
    previewMail(kind: $kind, notification: $notification, changelogId: $changelogId, locale: $locale) {
      subject
    }
  }
`)
