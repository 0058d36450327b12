const ELEMENTS = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br button canvas
  caption center cite code col colgroup command content data datalist dd del details dfn dialog dir div dl dt em embed fieldset
  figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex
  kbd keygen label legend li link listing main map mark marquee math menu menuitem meta meter multicol nav nobr noembed noframes
  noscript object ol optgroup option output p param picture plaintext portal pre progress q rb rp rt rtc ruby s samp script search
  section select shadow slot small source spacer span strike strong style sub summary sup svg table tbody td template textarea tfoot
  th thead time title tr track tt u ul var video wbr xmp`.split(/\s+/),
)
const STANDS_ALONE = new Set(['p', 'li', 'br', 'hr'])
const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])(\s*\/?>)?([\s/]+[a-z][\w:-]*=[^\s>])?/gi
/** Blocks and spans of code, in which tags are words. */
const CODE = /^ {0,3}(```+|~~~+)[^`\n]*\n[^]*?^ {0,3}\1|`[^`\n]+`/gm
const UNKNOWN_TAG = /<(?=\/?([a-z][a-z0-9]*)[\s/>])/gi

/**
 * Whether a text is HTML, which means it contains an HTML element that is closed, has an attribute, or needs
 * neither (`<p>`, `<br>`). `1 < 2 && a>b`, `List<String>` and "the <video> element" are plain text. Time is
 * linear in the length.
 */
export function looksLikeHtml(text: string): boolean {
  const opened = new Set<string>()
  const lastEnd = text.lastIndexOf('>')
  for (const match of text.matchAll(TAG)) {
    const [, slash, tag = '', bare, attribute] = match
    if (match.index > lastEnd) return false
    const name = tag.toLowerCase()
    if (!ELEMENTS.has(name)) continue
    if (slash ? opened.has(name) : attribute || (bare && STANDS_ALONE.has(name))) return true
    opened.add(name)
  }
  return false
}

/** Returns a text without its code, whose tags do not make the text HTML. */
export const withoutCode = (text: string): string =>
  text.includes('`') || text.includes('~~~') ? text.replaceAll(CODE, ' ') : text

/**
 * Returns the words that a person has typed into a form as the API takes them. Words with tags, which the API takes for
 * HTML, become HTML that shows every character.
 */
export const typedText = (text: string): string =>
  looksLikeHtml(withoutCode(text)) ? textToHtml(text) : text

/**
 * Converts plain text to HTML that shows every character. Blank lines separate paragraphs. Other line ends
 * become `<br />`.
 */
export function textToHtml(text: string): string {
  const paragraphs: string[][] = [[]]
  for (const line of escapeHtml(text).split(/\r\n?|\n/)) {
    if (line.trim()) paragraphs.at(-1)?.push(line)
    else if (paragraphs.at(-1)?.length) paragraphs.push([])
  }
  return paragraphs.flatMap((lines) => (lines.length ? `<p>${lines.join('<br />')}</p>` : [])).join('\n')
}

/** Escapes angle brackets of words that are no elements (`<String>`). A parser would drop them as tags. */
export function escapeUnknownTags(html: string): string {
  return html.replace(UNKNOWN_TAG, (open, name: string) => (ELEMENTS.has(name.toLowerCase()) ? open : '&lt;'))
}

/** Escapes a text for the content of an HTML element. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
