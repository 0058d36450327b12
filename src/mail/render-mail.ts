import type { MailContent } from './kinds/kind.ts'
import { KINDS, type SealedKind } from './kinds/kinds.ts'
import type { Frame } from './layout/frame.ts'
import { htmlMessage } from './layout/html.ts'
import { textMessage } from './layout/text.ts'
import { headerText } from './mailbox.ts'
import { mailWords } from './words.ts'

/** Both forms of a message, with its subject. */
export type RenderedMail = { subject: string; text: string; html: string }

/** Returns the message of a mail in its language. Names in it are in one line, of at most 150 characters. */
export function renderMail(
  { kind, locale }: { kind: SealedKind; locale: string },
  values: Readonly<Record<string, string>>,
  sender: Omit<Frame, 'words'>,
): RenderedMail {
  const words = mailWords(locale)
  const name = headerText(sender.name)
  const invitedBy = values.invitedBy === undefined ? {} : { invitedBy: headerText(values.invitedBy) }
  const content = KINDS[kind].contentOf({ words, name, values: { ...values, ...invitedBy } })
  return renderContent(content, locale, sender)
}

/** Returns both forms of a content in the frame of its sender. */
export function renderContent(
  { subject: full, blocks }: MailContent,
  locale: string,
  { name, ...colors }: Omit<Frame, 'words'>,
): RenderedMail {
  const frame = { words: mailWords(locale), name: headerText(name), ...colors }
  const subject = headerText(full)
  return { subject, text: textMessage(blocks, frame), html: htmlMessage(subject, blocks, frame) }
}
