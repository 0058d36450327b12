import type { MailState } from '../db/generated/tables.ts'
import { PAUSED } from '../modules/mail/paused.ts'
import type { Reply } from './classify-reply.ts'

/** State of a mail after a try. */
export type NextState = {
  state: Extract<MailState, 'sent' | 'queued' | 'failed'>
  reason: string | null
  /** Delay of the next try in milliseconds. For queued mails only. */
  waitMs: number
  /** Whether the try does not count, because nothing was sent. */
  isFree?: boolean
  /** Whether the address has no mailbox, so that no organization sends to it any more. */
  isDead?: boolean
}

export const EXPIRED = 'Its code or link has expired'
const REFUSED = 'The mail server refused it'
const NO_MAILBOX = 'There is no such mailbox'
const GIVEN_UP = 'Every try has failed'
const RETRY = 'The last try failed'

/** Results of mails to suppressed addresses. */
export const SUPPRESSED = {
  bounce: { state: 'suppressed', reason: 'An earlier mail to the address was returned' },
  complaint: { state: 'suppressed', reason: 'The person has reported an earlier mail as unwanted' },
  elsewhere: { state: 'suppressed', reason: NO_MAILBOX, isDead: true },
} as const

/** Reply in the log of a mail that could not be made because of an error of the service. */
export const FAULT: Reply = {
  outcome: 'temporary',
  code: null,
  status: null,
  text: 'The service had an error',
}

type Tried = {
  reply: Reply
  /** Number of tries, with this one. */
  tries: number
  /** Delay before each retry, in milliseconds. */
  schedule: readonly number[]
  /** Time in which the mail is of use, in milliseconds. Infinity for no limit. */
  leftMs: number
}

/** Returns the state of a mail after the reply of the server. */
export function nextState({ reply: { outcome }, tries, schedule, leftMs }: Tried): NextState {
  switch (outcome) {
    case 'accepted':
      return { state: 'sent', reason: null, waitMs: 0 }
    case 'refused':
      return { state: 'failed', reason: REFUSED, waitMs: 0 }
    case 'no-mailbox':
      return { state: 'failed', reason: NO_MAILBOX, waitMs: 0, isDead: true }
    case 'settings':
      return { state: 'queued', reason: PAUSED, waitMs: 0, isFree: true }
    case 'temporary': {
      const waitMs = schedule[tries - 1]
      if (waitMs === undefined) return { state: 'failed', reason: GIVEN_UP, waitMs: 0 }
      if (waitMs >= leftMs) return { state: 'failed', reason: EXPIRED, waitMs: 0 }
      return { state: 'queued', reason: RETRY, waitMs }
    }
  }
}
