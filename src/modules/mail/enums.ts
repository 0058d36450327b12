import type { MailKind, MailReport, MailState, SuppressionReason } from '../../db/generated/tables.ts'
import { enumType } from '../../graphql/schema/enum.ts'

export const MailKindRef = enumType<MailKind>('MailKind', 'Subject of a mail.', {
  sign_in_code: 'A code and a link to sign in.',
  password_reset: 'A link to set a new password of an account.',
  password_changed: 'Notification of an account whose password was changed.',
  invitation: 'An invitation to the team.',
  test: 'A test message of an admin.',
  notification: 'A notification of a person.',
  digest: 'Notifications of a day or a week.',
  team_digest: 'The week of the organization, for the team.',
})

export const MailStateRef = enumType<MailState>('MailState', 'State of a mail.', {
  queued: 'Waiting for its next try.',
  sending: 'A worker is sending it.',
  sent: 'The mail server has accepted it.',
  stored: 'Stored instead of sent, because the service has no mail server.',
  failed: 'Refused by the mail server, or failed after the last try.',
  skipped: 'Not sent, for the reason in `reason`.',
  suppressed: 'Not sent, because its address is suppressed.',
  canceled: 'Canceled before it was sent.',
})

export const MailReportRef = enumType<MailReport>(
  'MailReport',
  'Report about a mail that the mail server has accepted.',
  {
    bounced: 'A later server could not deliver it.',
    complained: 'The recipient has marked it as unwanted.',
  },
)

export const SuppressionReasonRef = enumType<SuppressionReason>(
  'SuppressionReason',
  'Reason for which an address receives no mail.',
  {
    bounce: 'There is no such mailbox, or it is closed.',
    complaint: 'The recipient has marked a mail as unwanted.',
  },
)

export const MailTransportRef = enumType<'smtp' | 'stored'>(
  'MailTransport',
  'Way of mails out of the service.',
  {
    smtp: 'Mails are sent by a mail server.',
    stored: 'Mails are stored, because no mail server is set.',
  },
)
