import type * as HtmlToText from 'html-to-text'
import type SanitizeHtml from 'sanitize-html'
import { loadLater } from './load-later.ts'
import { escapeMarkdown, htmlToMarkdown } from './html-markdown.ts'
import { ALLOWED, READABLE, READABLE_WITH_ADDRESSES } from './html-rules.ts'
import { stylesToMarks } from './style-marks.ts'
import { escapeUnknownTags, looksLikeHtml, textToHtml } from './plain-text.ts'

const sanitizeHtml = loadLater<typeof SanitizeHtml>('sanitize-html')
const htmlToText = loadLater<typeof HtmlToText>('html-to-text')

const MAX_OPEN = 1000
const MAX_MARKDOWN = 100_000
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

/**
 * Converts client input, HTML or plain text, to safe HTML (contract 3). Plain text is preserved completely,
 * as is HTML with more than 1000 open tags. Other HTML keeps the tags, attributes and URLs of the allow-list. Weights
 * and slants of styles become tags. Sanitizing the result again neither escapes nor drops text. Time is linear in the
 * length for any input.
 */
export function sanitize(input: string): string {
  if (!looksLikeHtml(input) || isTooDeep(input)) return textToHtml(input)
  const html = sanitizeHtml()(escapeUnknownTags(stylesToMarks(input)), ALLOWED).trim()
  return looksLikeHtml(html) || html === '' ? html : `<p>${html}</p>`
}

type Convert = (html: string) => string
const converters: { plain?: Convert; addressed?: Convert } = {}

/**
 * Converts sanitized HTML to plain text. Blocks become lines, links and images become their text, and lines
 * are not wrapped. With `addresses`, that of a link follows its text in parentheses.
 */
export function toText(html: string, { addresses = false } = {}): string {
  const convert = addresses
    ? (converters.addressed ??= htmlToText().compile(READABLE_WITH_ADDRESSES))
    : (converters.plain ??= htmlToText().compile(READABLE))
  return convert(html)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/**
 * Converts sanitized HTML to Markdown. HTML of more than 100,000 characters becomes text only, because its
 * structure would take seconds.
 */
export function toMarkdown(html: string): string {
  return html.length > MAX_MARKDOWN ? escapeMarkdown(toText(html)) : htmlToMarkdown(html)
}

/**
 * Returns the first `limit` characters of a text on one line, cut at the end of a word, or of a character if
 * there are no spaces.
 */
export function preview(text: string, limit = 160): string {
  const line = text.trim().replace(/\s+/g, ' ')
  const characters = [...line.slice(0, 2 * limit + 2)]
  if (characters.length <= limit) return line
  const start = characters.slice(0, limit).join('')
  if (characters[limit] === ' ') return start.trimEnd()
  const word = start.lastIndexOf(' ')
  return word > 0 ? start.slice(0, word) : wholeCharacters(line, start)
}

function wholeCharacters(line: string, start: string): string {
  const window = line.slice(0, 2 * start.length)
  const cut = new Intl.Segmenter().segment(window).containing(start.length)?.index ?? start.length
  return cut > 0 ? start.slice(0, cut) : start
}

/**
 * Whether too many tags are open at once. A parser compares each closing tag with all open ones, in quadratic
 * time.
 */
function isTooDeep(html: string): boolean {
  const open = new Map<string, number>()
  let depth = 0
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    const name = tag.toLowerCase()
    const count = open.get(name) ?? 0
    if (VOID.test(name) || (slash && count === 0)) continue
    open.set(name, slash ? count - 1 : count + 1)
    depth += slash ? -1 : 1
    if (depth > MAX_OPEN) return true
  }
  return false
}
