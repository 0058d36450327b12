/** Server and sender of mail (docs/operations.md, settings). */
export type MailSettings = {
  host: string
  port: number
  /** Whether TLS begins with the connection (RFC 8314, section 3.3), as on port 465. */
  implicitTls: boolean
  /** TLS by STARTTLS (RFC 3207). `opportunistic` continues without it where the server does not offer it. */
  tls: 'required' | 'opportunistic' | 'off'
  /** Null for a server without a login. */
  login: { user: string; password: string } | null
  from: Mailbox
  /** Signature of this service (RFC 6376), or null where the relay signs. */
  dkim: { domain: string; selector: string; privateKey: string } | null
}

/** Settings of the operator for sending. */
export type SendingSettings = MailSettings & {
  /** Delay before each retry after a temporary failure, in milliseconds. */
  retrySchedule: readonly number[]
  /** Maximum number of messages of a worker in a minute, to all and to one domain. 0 disables a limit. */
  perMinute: number
  perDomainPerMinute: number
  /** Domains that organizations may use in the address of their sender, with those below. In lower case. */
  senderDomains: readonly string[]
  /** Sender of envelopes, to which the tag of the mail is added. Null for the address of `from`. */
  bounceAddress: string | null
}

/** A name that is shown, and an address. */
export type Mailbox = { name: string; address: string }
