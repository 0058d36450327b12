import { convert } from 'html-to-text'
import sanitizeHtml from 'sanitize-html'
import { escapeMarkdown, htmlToMarkdown } from './html-markdown.ts'
import { ALLOWED, READABLE } from './html-rules.ts'
import { escapeUnknownTags, looksLikeHtml, textToHtml } from './plain-text.ts'

const MAX_OPEN = 1000
const MAX_MARKDOWN = 100_000
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/

/**
 * Safe HTML made of what a person or a program sent, HTML or plain text (contract, chapter 3). Plain text is kept to the last
 * character, as is HTML that leaves more than 1000 tags open; of other HTML the tags, attributes and addresses of the allow-list
 * stay. Sanitizing the result again neither escapes nor drops any text. Time grows with the length alone, whatever the input.
 */
export function sanitize(input: string): string {
  if (!looksLikeHtml(input) || isTooDeep(input)) return textToHtml(input)
  const html = sanitizeHtml(escapeUnknownTags(input), ALLOWED).trim()
  return looksLikeHtml(html) || html === '' ? html : `<p>${html}</p>`
}

/** The plain text of sanitized HTML: blocks are lines, links and images their words, no line is wrapped. */
export function toText(html: string): string {
  const lines = convert(html, READABLE).split('\n')
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** The Markdown of sanitized HTML. Above 100,000 characters it is the text alone, for the structure would take seconds. */
export function toMarkdown(html: string): string {
  return html.length > MAX_MARKDOWN ? escapeMarkdown(toText(html)) : htmlToMarkdown(html)
}

/** The first `limit` characters of a text on one line, cut at the end of a word, or of a character where words are not parted. */
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

/** A parser compares each closing tag with all open ones, so thousands of open tags would cost quadratic time. */
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
