import MarkdownIt from 'markdown-it'
import { EQUIVALENTS } from '../../lib/rich-text/html-rules.ts'
import { escapeHtml } from '../../lib/rich-text/plain-text.ts'
import { safeHtml, withTexts } from '../../lib/rich-text/rich-text.ts'
import type { RichText } from '../records.ts'
import { lose, type Step } from './step.ts'

const markdown = new MarkdownIt({ html: true, breaks: true })
// Pictures of the source have addresses that it invents. The sanitizer decides about all addresses.
markdown.validateLink = () => true

/** Puts the addresses of stored pictures into texts. */
export type StoredPictures = {
  /** Puts in those of the source and those inside of a text. */
  within: (text: RichText) => RichText
  /** Puts in those that were at other addresses, in safe HTML, and links to those that no page shows. */
  remote: (html: string) => string
}

const MAX_CONVERTED = 100_000

/** Stored forms of a text. */
export type StoredText = ReturnType<typeof withTexts>

/**
 * Converts a text of a source to safe HTML, its plain text and its first words. Markdown of more than 100,000
 * characters is taken as plain text. Tags that are removed are losses.
 * @throws AppError UNPROCESSABLE on `field`, as `safeHtml`
 */
export function storedText(
  { tally }: Pick<Step, 'tally'>,
  field: string,
  text: RichText,
  pictures?: StoredPictures,
): StoredText {
  const given = htmlOf(pictures?.within(text) ?? text)
  const safe = safeHtml(field, given)
  for (const [name, number] of removedTags(given, safe))
    lose(tally, { what: `tag <${name}>`, count: number, reason: 'Texts cannot contain it.' })
  return withTexts(pictures?.remote(safe) ?? safe)
}

const TAG = /<([a-z][a-z\d]*)(?=[\s/>])/gi

/** Numbers of the tags of a text that are neither in its safe form nor shown there as words. */
function removedTags(given: string, safe: string): [name: string, number: number][] {
  const left = new Set([...safe.matchAll(TAG)].map(([, name = '']) => name.toLowerCase()))
  const removed = new Map<string, number>()
  for (const [, tag = ''] of given.matchAll(TAG)) {
    const name = tag.toLowerCase()
    if (left.has(EQUIVALENTS[name] ?? name) || safe.includes(`&lt;${tag}`)) continue
    removed.set(name, (removed.get(name) ?? 0) + 1)
  }
  return [...removed]
}

/** Returns the HTML of a text, before it is made safe. */
export function htmlOf(text: RichText): string {
  if ('html' in text) return text.html
  if ('plain' in text) return asHtml(text.plain)
  return text.markdown.length > MAX_CONVERTED ? asHtml(text.markdown) : markdown.render(text.markdown)
}

/** Plain text as HTML, so that `<b>` in it stays as it is. */
const asHtml = (text: string) =>
  text.trim() === ''
    ? ''
    : text
        .split(/(?:\r\n?|\n){2,}/)
        .map((part) => `<p>${escapeHtml(part).replaceAll(/\r\n?|\n/g, '<br>')}</p>`)
        .join('')
