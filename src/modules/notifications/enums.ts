import type { MailFrequency, NotificationKind } from '../../db/generated/tables.ts'
import { enumType } from '../../graphql/schema/enum.ts'

export const NotificationKindRef = enumType<NotificationKind>(
  'NotificationKind',
  'Reason of a notification.',
  {
    mention: 'A comment mentions the person.',
    comment_reply: 'A reply to a comment of the person.',
    post_approved: 'The team has approved a post of the person.',
    post_merged: 'A post that the person waits for was merged into another.',
    post_status_changed: 'A post that the person waits for has another status.',
    post_answered: 'The team has answered to a post that the person waits for.',
    comment_added: 'A comment on a post that the person follows.',
    changelog_published: 'An entry of the changelog was published.',
    team_moderation: 'Posts or comments wait for approval. For admins.',
    team_post: 'A new post. For the team.',
    team_digest: 'The week of the organization. For the team.',
    webhook_disabled: 'A webhook was disabled. For admins.',
  },
)

export const MailFrequencyRef = enumType<MailFrequency>('MailFrequency', 'When notifications are mailed.', {
  at_once: 'Some minutes after the change.',
  daily: 'At 08:00 in the time zone of the organization.',
  weekly: 'On Monday at 08:00 in the time zone of the organization.',
  never: 'Not at all.',
})
