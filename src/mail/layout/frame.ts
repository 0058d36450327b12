import type { MailWords } from '../words.ts'

/** The surroundings of the parts of a mail. */
export type Frame = {
  words: MailWords
  /** Name of the organization, or the host of the service for a mail to an account. */
  name: string
  /** Color of the organization in hex. */
  color: string
  /** Text of the organization below the message, such as a postal address. */
  footer: string
}

/** Returns a code of six digits in two groups, which are easier to read and to type. */
export const grouped = (code: string): string => code.replace(/^(\d{3})(\d{3})$/, '$1 $2')
