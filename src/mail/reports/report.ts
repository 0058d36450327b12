import type { RowKey } from '../../db/writes/by-organization.ts'

/** Report of a server or a provider about a mail that was sent. */
export type Report = {
  type: 'bounce' | 'complaint'
  /** Whether the address has no mailbox, so that no organization sends to it any more. */
  permanent: boolean
  /** Normalized address. Null if the mail alone is known. */
  email: string | null
  /** The mail. Null if the address alone is known. */
  mail: RowKey | null
  /** Words of the report. */
  detail: string
}

/** Statuses of a missing or closed mailbox (RFC 3463). Others, such as that of a filter, end nothing. */
export const NO_MAILBOX = /^5\.1\.1$|^5\.1\.10$|^5\.2\.1$/
