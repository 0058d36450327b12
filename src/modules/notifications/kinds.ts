import type { MailFrequency, NotificationKind } from '../../db/generated/tables.ts'

type KindSettings = {
  /** People who can choose it. */
  audience: 'everybody' | 'team' | 'admins'
  /** Settings of a person who has chosen nothing. */
  frequency: MailFrequency
  inBell: boolean
}

const on = { frequency: 'at_once', inBell: true } as const

/** Kinds of notifications with their defaults, those that matter most to a person first. */
export const NOTIFICATION_KINDS: Readonly<Record<NotificationKind, KindSettings>> = {
  mention: { audience: 'everybody', ...on },
  comment_reply: { audience: 'everybody', ...on },
  post_approved: { audience: 'everybody', ...on },
  post_merged: { audience: 'everybody', ...on },
  post_status_changed: { audience: 'everybody', ...on },
  post_answered: { audience: 'everybody', ...on },
  comment_added: { audience: 'everybody', ...on },
  changelog_published: { audience: 'everybody', ...on },
  team_moderation: { audience: 'admins', ...on },
  team_post: { audience: 'team', frequency: 'never', inBell: false },
  team_digest: { audience: 'team', frequency: 'weekly', inBell: false },
  webhook_disabled: { audience: 'admins', ...on },
}

/** Frequencies, the soonest first. */
export const MAIL_FREQUENCIES: readonly MailFrequency[] = ['at_once', 'daily', 'weekly', 'never']

/** Returns the soonest of frequencies, and `never` for none. */
export const soonest = (frequencies: readonly MailFrequency[]): MailFrequency =>
  MAIL_FREQUENCIES.find((one) => frequencies.includes(one)) ?? 'never'
