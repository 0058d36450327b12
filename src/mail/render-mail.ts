import type { MailKind } from '../db/generated/tables.ts'
import { KINDS } from './kinds/kinds.ts'
import type { Frame } from './layout/frame.ts'
import { htmlMessage } from './layout/html.ts'
import { textMessage } from './layout/text.ts'
import { headerText } from './mailbox.ts'
import { mailWords } from './words.ts'

/** Both forms of a message, with its subject. */
export type RenderedMail = { subject: string; text: string; html: string }

/** Returns the message of a mail in its language. Names in it are in one line, of at most 150 characters. */
export function renderMail(
  { kind, locale }: { kind: MailKind; locale: string },
  values: Readonly<Record<string, string>>,
  { name: given, ...colors }: Omit<Frame, 'words'>,
): RenderedMail {
  const words = mailWords(locale)
  const name = headerText(given)
  const invitedBy = values.invitedBy === undefined ? {} : { invitedBy: headerText(values.invitedBy) }
  const { subject: full, blocks } = KINDS[kind].contentOf({
    words,
    name,
    values: { ...values, ...invitedBy },
  })
  const [subject, frame] = [headerText(full), { words, name, ...colors }]
  return { subject, text: textMessage(blocks, frame), html: htmlMessage(subject, blocks, frame) }
}
