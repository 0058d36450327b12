import { unprocessable } from '../errors.ts'
import { isLongerThan } from '../text/characters.ts'
import { preview, sanitize, toText } from './html.ts'
import { hasHttpPicture } from './http-pictures.ts'
import { markdownToHtml } from './markdown.ts'
import { looksLikeHtml, withoutCode } from './plain-text.ts'

export type RichText = { html: string; text: string; preview: string }

const MAX_LENGTH = 500_000
/**
 * Maximum number of elements. They take hundreds of times longer to parse than characters. 10,000 take up to
 * 0.1 s of CPU time in a process that has just started. A table of 1,000 rows and three columns fits.
 */
const MAX_BRACKETS = 10_000

/**
 * Returns the stored form of a text that a person wrote as plain text or HTML, which is safe HTML, its plain
 * text and its first words.
 * @throws AppError UNPROCESSABLE on `field`, as `safeHtml`, and for a picture with an `http:` address
 */
export function richText(field: string, input: string): RichText {
  const html = safeHtml(field, input)
  if (hasHttpPicture(html))
    throw unprocessable(
      field,
      'has a picture with an http: address (use an https: address, or upload the picture)',
    )
  return withTexts(html)
}

/**
 * Returns the stored form of a post's or comment's text. Its marks of Markdown become HTML, and stay in the plain text,
 * which is as the author wrote it. The first words have no marks.
 * @throws AppError as `richText`
 */
export function markedText(field: string, input: string): RichText {
  assertSmall(field, input)
  const html = looksLikeHtml(withoutCode(input)) ? null : markdownToHtml(input)
  if (html === null) return richText(field, input)
  const text = input
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^\s*\n/, '')
    .trimEnd()
  return { html, text, preview: preview(toText(html)) }
}

/**
 * Converts plain text or HTML to safe HTML.
 * @throws AppError UNPROCESSABLE on `field` for more than 500,000 characters, 10,000 `<` or 10,000 lines
 */
export function safeHtml(field: string, input: string): string {
  assertSmall(field, input)
  return sanitize(input)
}

function assertSmall(field: string, input: string): void {
  if (isLongerThan(input, MAX_LENGTH))
    throw unprocessable(field, `is too long (maximum is ${MAX_LENGTH} characters)`)
  if (hasMore(input, '<')) throw unprocessable(field, `has too many tags (maximum is ${MAX_BRACKETS})`)
  // Each line end of plain text becomes an element.
  if (hasMore(input, /\r\n?|\n/))
    throw unprocessable(field, `has too many lines (maximum is ${MAX_BRACKETS})`)
}

/** Returns safe HTML with its plain text and its first words. */
export function withTexts(html: string): RichText {
  const text = toText(html)
  return { html, text, preview: preview(text) }
}

const hasMore = (input: string, separator: string | RegExp) =>
  input.split(separator, MAX_BRACKETS + 2).length > MAX_BRACKETS + 1
