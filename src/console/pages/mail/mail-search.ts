import type { Mail } from './mail-documents.ts'

export const STATES = ['QUEUED', 'SENDING', 'SENT', 'STORED', 'FAILED', 'SKIPPED', 'CANCELED'] as const
/** Kinds of mails that belong to an organization. */
export const KINDS = ['SIGN_IN_CODE', 'INVITATION', 'TEST'] as const

/** Filter of the mails as the address has it. */
export type MailSearch = { state?: Mail['state']; kind?: Mail['kind'] }

/** Returns the parameters of an address that have a known value. */
export function toMailSearch(given: Record<string, unknown>): MailSearch {
  const state = STATES.find((one) => one === given.state)
  const kind = KINDS.find((one) => one === given.kind)
  return { ...(state && { state }), ...(kind && { kind }) }
}
