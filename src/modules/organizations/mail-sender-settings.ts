import { invalidParam, unprocessable } from '../../lib/errors.ts'
import { normalizeEmail } from '../../lib/text/email.ts'
import { assertTimeZone } from '../../lib/text/time-zone.ts'
import { optionalText } from '../../lib/text/fields.ts'
import { isSenderDomain } from '../mail/sender-domain.ts'

type MailSenderChanges = {
  mailSenderName?: string | null | undefined
  mailSenderAddress?: string | null | undefined
  mailReplyTo?: string | null | undefined
  mailFooter?: string | null | undefined
  timeZone?: string | null | undefined
  notifyPeopleOfImports?: boolean | null | undefined
}

const MAX_NAME = 100
const MAX_FOOTER = 500

/**
 * Returns the changed settings of the organization's mails. Null clears one, and undefined leaves it.
 * @throws AppError INVALID_PARAM for an invalid address or an unknown time zone, UNPROCESSABLE for a text that is
 * too long
 */
export function mailSenderSettings(changes: MailSenderChanges) {
  const { mailSenderName, mailFooter, timeZone, notifyPeopleOfImports } = changes
  if (timeZone != null) assertTimeZone(timeZone)
  return {
    ...(mailSenderName !== undefined && {
      mailSenderName: optionalText('mailSenderName', mailSenderName, MAX_NAME),
    }),
    ...addressOf('mailSenderAddress', changes),
    ...addressOf('mailReplyTo', changes),
    ...(mailFooter != null && { mailFooter: optionalText('mailFooter', mailFooter, MAX_FOOTER) ?? '' }),
    ...(timeZone != null && { timeZone }),
    ...(notifyPeopleOfImports != null && { notifyPeopleOfImports }),
  }
}

function addressOf(field: 'mailSenderAddress' | 'mailReplyTo', changes: MailSenderChanges) {
  const given = changes[field]
  if (given === undefined) return {}
  const address = given === null || given.trim() === '' ? null : normalizeEmail(given)
  if (address === null && given?.trim()) throw invalidParam(field)
  return { [field]: address }
}

/**
 * Refuses an address of a sender outside of the operator's domains, because organizations must not write as each other.
 * @throws AppError UNPROCESSABLE
 */
export function assertSenderDomain(given: string | null | undefined, domains: readonly string[]): void {
  const address = given ? normalizeEmail(given) : null
  if (address === null || isSenderDomain(address, domains)) return
  throw unprocessable(
    'mailSenderAddress',
    domains.length > 0 ? `must be below ${domains.join(' or ')}` : 'cannot be used, because no mail is sent',
  )
}
