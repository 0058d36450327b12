import { parseSanitized } from '../../ui/sanitized-html.tsx'
import { applyStyles, STYLES } from './style-marks.ts'

/** Text between two cells of a row. */
const BETWEEN = ' | '
/** Elements of a cell that one line of text cannot contain. */
const BLOCKS = 'p, div, ul, ol, pre, blockquote, img, h1, h2, h3, h4, h5, h6'

/**
 * Returns pasted HTML for the editor: its styles are marks and, as the editor has no tables, its rows are lines. Links
 * replace pictures that the server would refuse.
 */
export function fromPaste(html: string): string {
  const body = parseSanitized(withoutInline(html))
  applyStyles(body)
  linkHttpPictures(body)
  replaceTables(body)
  return body.innerHTML
}

/**
 * Returns pasted HTML without handlers, and with its styles in another attribute. The policy of the page would report
 * each of them while the paste is parsed.
 */
const withoutInline = (html: string): string =>
  html
    .replace(/<(style|script)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) =>
      tag
        .replace(/\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
        .replace(/\sstyle(?=\s*=)/gi, ` ${STYLES}`),
    )

/** Replaces pictures with an `http:` address that are not of this server. The policy of all pages blocks them. */
function linkHttpPictures(body: HTMLElement): void {
  for (const picture of body.querySelectorAll('img')) {
    const address = picture.src
    if (!address.startsWith('http:') || address.startsWith(`${location.origin}/uploads/`)) continue
    const words = picture.alt.trim() || address
    if (picture.closest('a')) picture.replaceWith(words)
    else {
      const link = body.ownerDocument.createElement('a')
      link.href = address
      link.append(words)
      picture.replaceWith(link)
    }
  }
}

function replaceTables(body: HTMLElement): void {
  // A table in a cell of another one comes after it.
  for (const table of [...body.querySelectorAll('table')].reverse())
    table.replaceWith(...[...table.rows].flatMap(linesOf))
}

/** Returns a row as one line, or a row with blocks in its cells as these blocks. */
function linesOf({ cells, ownerDocument }: HTMLTableRowElement): HTMLElement[] {
  const made = (name: 'p' | 'div', nodes: readonly (Node | string)[]) => {
    const element = ownerDocument.createElement(name)
    element.append(...nodes)
    return element
  }
  const words = [...cells].map(wordsOf)
  if (words.some((element) => element.querySelector(BLOCKS)))
    return [...cells].map((cell) => made('div', [...cell.childNodes]))
  const parts = words.map(({ childNodes }) => [...childNodes])
  return [
    made(
      'p',
      parts.flatMap((nodes, index) => (index === 0 ? nodes : [BETWEEN, ...nodes])),
    ),
  ]
}

/** Returns the one paragraph of a cell, or else the cell. */
function wordsOf(cell: HTMLTableCellElement): Element {
  const [first, ...others] = cell.children
  const isAll = others.length === 0 && first?.textContent.trim() === cell.textContent.trim()
  return first && isAll && first.matches('p, div') ? first : cell
}
