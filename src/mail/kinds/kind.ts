import type { Db } from '../../db/database.ts'
import type { MailWords } from '../words.ts'

/** A part of a mail. Texts are no HTML. */
export type Block =
  | { type: 'text'; text: string }
  /** Six digits. */
  | { type: 'code'; code: string }
  | { type: 'button'; text: string; link: string }
  /** A text of less importance. */
  | { type: 'note'; text: string }
  /** Words of a person. An empty line separates paragraphs. */
  | { type: 'quote'; author: string; text: string }
  /** Begins one of several subjects. */
  | { type: 'heading'; text: string }
  | { type: 'links'; links: { text: string; link: string }[] }

export type MailContent = { subject: string; blocks: Block[] }

/** Values on which the texts of a kind depend. */
export type MailInput = {
  words: MailWords
  /** Name of the organization, or the host of the service for a mail to an account. */
  name: string
  /** Values of `queueMail`. */
  values: Readonly<Record<string, string>>
}

/** Recipient of a mail that is about to be sent. */
export type Recipient = { organizationId: number; email: string }

export type MailKindDefinition = {
  /** Returns the subject and the parts of both forms of the message. */
  contentOf: (input: MailInput) => MailContent
  /** Seconds after which its code or link is worthless, so that it is not sent any more. Null for no limit. */
  lifetimeS: number | null
  /** Returns why it is not sent, or null to send it. It is asked right before each try. */
  skipReason: (db: Db, recipient: Recipient) => Promise<string | null>
  /**
   * Whether a suppressed address receives it too, because the person has just asked for it. Its requests are limited
   * by address, and without it a person whose mailbox works again could never sign in.
   */
  ignoresSuppression: boolean
}
