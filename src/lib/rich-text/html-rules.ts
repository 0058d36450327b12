import type { HtmlToTextOptions } from 'html-to-text'
import type { IOptions } from 'sanitize-html'

/**
 * Maximum nesting depth. Deeper elements lose their tags, but not their text, because HTML readers recurse
 * once per level.
 */
const MAX_DEPTH = 30

const DIRECTION = { name: 'dir', values: ['ltr', 'rtl', 'auto'] }

/** Allowed elements with the meaning of others, or that separate words like them, by the names of the others. */
export const EQUIVALENTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    s: 'strike',
    code: 'samp tt',
    em: 'cite dfn var',
    ul: 'dir menu',
    pre: 'listing',
    div: `address article aside center dd details dialog dl dt fieldset footer header hgroup legend main marquee nav search
      section summary`,
  }).flatMap(([allowed, others]) => others.split(/\s+/).map((name) => [name, allowed])),
)

/**
 * Rules for HTML from clients (contract 3), without scripts, styles, event handlers, embedded content and
 * other schemes.
 */
export const ALLOWED: IOptions = {
  allowedTags:
    `p br b strong i em u s a ul ol li blockquote code pre h1 h2 h3 h4 h5 h6 hr img table caption colgroup col thead tbody
    tfoot tr th td span div figure figcaption sub sup del ins kbd mark small q abbr bdi bdo ruby rt rp`.split(
      /\s+/,
    ),
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
    abbr: ['title'],
    bdi: [DIRECTION],
    bdo: [DIRECTION],
  },
  allowedClasses: { code: ['language-*'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'xmp',
    'title',
    'noscript',
    'template',
    'svg',
    'math',
  ],
  nestingLimit: MAX_DEPTH,
  transformTags: {
    ...EQUIVALENTS,
    // A box of a task list.
    input: (tagName, { type, checked }) => ({
      tagName: type === 'checkbox' ? 'span' : tagName,
      attribs: {},
      ...(type === 'checkbox' && { text: checked === undefined ? '☐ ' : '☑ ' }),
    }),
    a: (tagName, { target, ...attribs }) => ({
      tagName,
      attribs: { ...attribs, ...(target === '_blank' && { target }), rel: 'noopener noreferrer nofollow' },
    }),
  },
}

/**
 * Rules for conversion to plain text. Blocks end lines, and links and images become their text, without
 * wrapping or decoration.
 */
export const READABLE: HtmlToTextOptions = {
  wordwrap: false,
  // The default also removes zero-width spaces, which separate words in some scripts.
  whitespaceCharacters: ' \t\r\n\f',
  limits: { maxDepth: MAX_DEPTH * 2, ellipsis: '' },
  formatters: {
    words: (element: { attribs?: { alt?: string } }, _walk, builder) =>
      builder.addInline(element.attribs?.alt ?? ''),
  },
  selectors: [
    { selector: 'a', format: 'inline' },
    { selector: 'q', format: 'inlineSurround', options: { prefix: '“', suffix: '”' } },
    { selector: 'rt', format: 'inlineSurround', options: { prefix: '(', suffix: ')' } },
    { selector: 'rp', format: 'skip' },
    { selector: 'img', format: 'words' },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'hr', format: 'lineBreak' },
    ...['blockquote', 'table'].map((selector) => ({ selector, format: 'block' })),
    { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
    ...['td', 'th'].map((selector) => ({ selector, format: 'inlineSurround', options: { suffix: ' ' } })),
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
}
const ADDRESSED = { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] as [string, string] }
/** The same, with the address of a link behind its text. */
export const READABLE_WITH_ADDRESSES: HtmlToTextOptions = {
  ...READABLE,
  selectors: [
    ...(READABLE.selectors ?? []).slice(1),
    { selector: 'a', format: 'anchor', options: ADDRESSED },
  ],
}
