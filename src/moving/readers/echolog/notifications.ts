import type { NotificationKind, SuppressionReason } from '../../../db/generated/tables.ts'
import { MAIL_FREQUENCIES, NOTIFICATION_KINDS } from '../../../modules/notifications/kinds.ts'
import { normalizeEmail } from '../../../lib/text/email.ts'
import type { Found } from '../../lists.ts'
import type { Row } from '../../sources/row.ts'

const REASONS: readonly SuppressionReason[] = ['bounce', 'complaint']
const KINDS = Object.keys(NOTIFICATION_KINDS) as NotificationKind[]

/** Converts the mute of a post by a person. */
export function toMute(row: Row): Found {
  const [post, person, createdAt] = [row.id('postId'), row.id('userId'), row.moment('createdAt')]
  const externalId = `${post}:${person}`
  return { records: [{ type: 'mute', externalId, origin: row.origin, post, person, createdAt }] }
}

/** Converts a subscription to the changelog. */
export function toChangelogSubscriber(row: Row): Found {
  const [person, createdAt] = [row.id('userId'), row.moment('createdAt')]
  return {
    records: [{ type: 'changelogSubscriber', externalId: person, origin: row.origin, person, createdAt }],
  }
}

/** Converts the choice of a person for a kind of notifications. */
export function toPreference(row: Row): Found {
  const person = row.id('userId')
  const [kind, frequency] = [wordOf(row, 'kind', KINDS), wordOf(row, 'frequency', MAIL_FREQUENCIES)]
  if (kind === undefined || frequency === undefined) return {}
  const [externalId, inBell] = [`${person}:${kind}`, row.flag('inBell') ?? true]
  return {
    records: [{ type: 'preference', externalId, origin: row.origin, person, kind, frequency, inBell }],
  }
}

/** Converts an address that receives no mail. */
export function toSuppression(row: Row): Found {
  const [given, reason] = [row.required('email'), wordOf(row, 'reason', REASONS)]
  const email = normalizeEmail(given)
  if (email === null) row.refuse('email', given, 'is not an e-mail address')
  if (email === null || reason === undefined) return {}
  const [detail, createdAt] = [row.text('detail'), row.moment('createdAt')]
  return {
    records: [
      { type: 'suppression', externalId: email, origin: row.origin, email, reason, detail, createdAt },
    ],
  }
}

function wordOf<Word extends string>(row: Row, name: string, words: readonly Word[]): Word | undefined {
  const value = row.required(name)
  const found = words.find((word) => word === value.toLowerCase())
  if (found === undefined) row.refuse(name, value, `is not one of ${words.join(', ').toUpperCase()}`)
  return found
}
