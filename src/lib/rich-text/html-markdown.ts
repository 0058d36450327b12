import type TurndownService from 'turndown'
import { loadLater } from './load-later.ts'

const loadTurndown = loadLater<typeof TurndownService>('turndown')

/**
 * Placeholder for the two spaces of a line break, because turndown takes quadratic time to trim long runs of
 * spaces.
 */
const BREAK = '\0'
const MAX_GAP = 100

/** The members of DOM elements used here, which avoids the browser's types. */
interface Element {
  getAttribute(name: string): string | null
}

interface CodeBlock {
  textContent: string
  querySelector(selector: string): Element | null
}

/**
 * Converts sanitized HTML to Markdown (CommonMark, `#` headings, fenced code, `~~` for deleted text). Text in it never
 * becomes markup or HTML.
 */
export function htmlToMarkdown(html: string): string {
  const compact = html.replaceAll(BREAK, '').replace(/\s+/g, (gap) => gap.slice(0, MAX_GAP))
  return converter().service.turndown(compact).replaceAll(BREAK, '  ').trim()
}

/** Converts plain text to Markdown that renders the same lines. */
export function escapeMarkdown(text: string): string {
  return text.split('\n').map(escapeLine).join('\n')
}

type Converter = {
  service: TurndownService
  /** Escapes Markdown as turndown does by itself. */
  escapeMarkup: (text: string) => string
}

let created: Converter | undefined

/** Returns the converter, which is created at the first call. */
const converter = (): Converter => (created ??= createConverter())

function createConverter(): Converter {
  const Service = loadTurndown()
  const service = new Service({ headingStyle: 'atx', bulletListMarker: '-', hr: '---', br: BREAK })
  const escapeMarkup = service.escape.bind(service)
  service.escape = escapeLine
  for (const [name, rule] of Object.entries(RULES)) service.addRule(name, rule)
  return { service, escapeMarkup }
}

const PRE: TurndownService.Rule = {
  filter: 'pre',
  replacement: (_content, node) => {
    const block = node as unknown as CodeBlock
    const text = block.textContent.replace(/\n$/, '')
    const language =
      /^language-([\w+#.-]+)/.exec(block.querySelector('code')?.getAttribute('class') ?? '')?.[1] ?? ''
    const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
    return `\n\n${fence}${language}\n${text}\n${fence}\n\n`
  },
}

// turndown's own rule uses a pattern that takes quadratic time.
const CODE: TurndownService.Rule = {
  filter: 'code',
  replacement: (content) => {
    const code = content.replaceAll('\n', ' ')
    const fence = '`'.repeat(longestRun(code) + 1)
    const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : ''
    return code && `${fence}${pad}${code}${pad}${fence}`
  },
}

// turndown's own rules copy line breaks and tags of attributes into the document.
const LINK: TurndownService.Rule = {
  filter: (node) => node.nodeName === 'A' && Boolean(node.getAttribute('href')),
  replacement: (content, node) => `[${content}](${target(node, 'href')})`,
}

const IMAGE: TurndownService.Rule = {
  filter: 'img',
  replacement: (_content, node) => {
    const image = node as unknown as Element
    return image.getAttribute('src') ? `![${words(image, 'alt')}](${target(image, 'src')})` : ''
  },
}

const STRIKE: TurndownService.Rule = {
  filter: ['s', 'del'],
  replacement: (content) => content && `~~${content}~~`,
}

// Markdown has no form of its own for them, and contains HTML.
const KEPT: TurndownService.Rule = {
  filter: ['sub', 'sup', 'ins', 'kbd', 'mark', 'u'],
  replacement: (content, node) => {
    const name = node.nodeName.toLowerCase()
    return content && `<${name}>${content}</${name}>`
  },
}

const QUOTE: TurndownService.Rule = { filter: 'q', replacement: (content) => `“${content}”` }

// `rt` has the reading of the text before it, and `rp` its parentheses for readers without ruby.
const READING: TurndownService.Rule = {
  filter: ['rt', 'rp'],
  replacement: (content, node) => (node.nodeName === 'RT' ? `(${content})` : ''),
}

const RULES = {
  strike: STRIKE,
  kept: KEPT,
  quote: QUOTE,
  reading: READING,
  pre: PRE,
  code: CODE,
  link: LINK,
  image: IMAGE,
}

/** Returns the destination of a link or image with its title (CommonMark 6.3). */
function target(element: Element, attribute: string): string {
  const address = (element.getAttribute(attribute) ?? '')
    .replace(/[^\S ]|[\p{Cc}<>"\\]/gu, encodeURIComponent)
    .replace(/[()]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
  const title = words(element, 'title').replaceAll('"', '\\"')
  const destination = address.includes(' ') ? `<${address}>` : address
  return title ? `${destination} "${title}"` : destination
}

/** Returns an attribute's text on one line, with markup escaped. */
function words(element: Element, attribute: string): string {
  return escapeLine((element.getAttribute(attribute) ?? '').replace(/\s+/g, ' ').trim())
}

function escapeLine(line: string): string {
  return converter()
    .escapeMarkup(line)
    .replaceAll('<', '\\<')
    .replace(/&(?=#?\w+;)/g, '\\&')
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}
