import { missingParam } from '../../lib/errors.ts'
import { isBlankText } from '../../lib/text/characters.ts'
import { requiredText } from '../../lib/text/fields.ts'
import { markedText } from '../../lib/rich-text/rich-text.ts'

const MAX_LENGTH = 500_000

/**
 * Returns the stored forms of a comment's body, sent as plain text or HTML.
 * @throws AppError MISSING_PARAM without a visible character or image, UNPROCESSABLE if too long
 */
export function commentText(body: string): { bodyHtml: string; body: string } {
  const { html, text } = markedText('body', requiredText('body', body, MAX_LENGTH))
  if (isBlankText(text) && !/<img\b/.test(html)) throw missingParam('body')
  return { bodyHtml: html, body: text }
}
