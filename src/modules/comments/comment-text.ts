import { missingParam } from '../../lib/errors.ts'
import { requiredText } from '../../lib/fields.ts'
import { richText } from '../../lib/rich-text/rich-text.ts'

const MAX_LENGTH = 500_000

/**
 * What is stored of a comment's body, sent as plain text or HTML.
 * @throws AppError MISSING_PARAM when nothing is left to read or look at, UNPROCESSABLE when too long
 */
export function commentText(body: string): { bodyHtml: string; body: string } {
  const { html, text } = richText('body', requiredText('body', body, MAX_LENGTH))
  if (!text && !/<img\b/.test(html)) throw missingParam('body')
  return { bodyHtml: html, body: text }
}
