import type MarkdownIt from 'markdown-it'
import { loadLater } from './load-later.ts'
import { textToHtml } from './plain-text.ts'

const loadMarkdown = loadLater<typeof MarkdownIt>('markdown-it')

/** Maximum number of characters that are read as Markdown. Longer texts are plain. */
const MAX_LENGTH = 100_000
/** Maximum number of elements inside of each other, below the depth at which the sanitizer drops tags. */
const MAX_DEPTH = 20
/** Maximum number of parts of a text, which take longer to show than characters. */
const MAX_PARTS = 10_000

/** Parts of Markdown that would change the outline of a page, or the words of a text without marks. */
const DISABLED = 'heading lheading hr table reference code entity html_block html_inline strikethrough'.split(
  ' ',
)

/** Path of an uploaded picture. */
const UPLOAD = /^\/uploads\/[\w-]{22}\.[a-z]{3,4}$/
const PLAIN = new Set(['paragraph_open', 'paragraph_close', 'inline', 'text', 'softbreak', 'hardbreak'])
const SCHEME = /^(?:https?:\/\/|mailto:)\S/i
/** Invisible characters, among them those that change the direction of text. An address has none. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

const REL = 'nofollow ugc noopener'

type Service = InstanceType<typeof MarkdownIt>
type Token = ReturnType<Service['parse']>[number]

/**
 * Converts a plain text with marks of Markdown (CommonMark) to safe HTML: emphasis, code, lists, quotes, links, and
 * pictures that were uploaded to this server. Other pictures become links. Addresses of http and https become links.
 * HTML in it stays text. Null for a text without marks, and for one that is too long or too deep. Time is linear in the
 * length.
 */
export function markdownToHtml(text: string): string | null {
  if (text.length > MAX_LENGTH) return null
  const service = converter()
  const blocks = service.parse(text, {})
  const tokens = blocks.flatMap((token) => [token, ...(token.children ?? [])])
  if (tokens.length > MAX_PARTS || depthOf(tokens) > MAX_DEPTH || isPlain(tokens, text)) return null
  markLinks(tokens)
  return service.renderer.render(blocks, service.options, {}).trim()
}

let created: Service | undefined
let whole: Service | undefined

/**
 * Converts Markdown with headings, tables and deleted text to HTML, whose writer makes it safe. HTML in it stays
 * text. A text that is too long for Markdown shows every character.
 */
export function markdownDocumentToHtml(text: string): string {
  if (text.length > MAX_LENGTH) return textToHtml(text)
  whole ??= new (loadMarkdown())({ xhtmlOut: true, maxNesting: 2 * MAX_DEPTH })
  return whole.render(text).trim()
}

/** Whether the tokens are words alone, and all words of the text. */
function isPlain(tokens: readonly Token[], text: string): boolean {
  if (!tokens.every(({ type }) => PLAIN.has(type))) return false
  const words = tokens.map(({ type, content }) => (type === 'text' ? content : '')).join('')
  return words.replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')
}

/** Pictures inside of links, which contain no other link. */
const isInLink = new WeakSet<Token>()

function markLinks(tokens: readonly Token[]): void {
  let isOpen = false
  for (const token of tokens) {
    if (token.type === 'link_open') token.attrSet('rel', REL)
    if (token.type === 'image' && isOpen) isInLink.add(token)
    isOpen = token.type === 'link_open' || (isOpen && token.type !== 'link_close')
  }
}

function depthOf(tokens: readonly Token[]): number {
  let [depth, deepest] = [0, 0]
  for (const { nesting } of tokens) {
    depth += nesting
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Returns the converter, which is created at the first call. */
const converter = () => (created ??= createConverter())

function createConverter(): Service {
  const Service = loadMarkdown()
  const service = new Service({ breaks: true, linkify: true, xhtmlOut: true, maxNesting: 2 * MAX_DEPTH })
  service.disable(DISABLED)
  service.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  for (const schema of ['ftp:', '//', 'mailto:']) service.linkify.add(schema, null)
  service.validateLink = isAddress
  // A decoded address could show characters that it has not.
  service.normalizeLinkText = (address) => address
  const { rules } = service.renderer
  const { escapeHtml } = service.utils
  rules.image = (tokens, index, options, env, self) => {
    const image = tokens[index] as Token
    const address = escapeHtml(String(image.attrGet('src')))
    const words = escapeHtml(self.renderInlineAsText(image.children ?? [], options, env))
    if (UPLOAD.test(address)) return `<img src="${address}" alt="${words}" />`
    return isInLink.has(image) ? words : `<a href="${address}" rel="${REL}">${words || address}</a>`
  }
  return service
}

/** Whether an address may be a link. Its percent signs are read too. */
function isAddress(address: string): boolean {
  if (UPLOAD.test(address)) return true
  return SCHEME.test(address) && !INVISIBLE.test(decoded(address))
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
