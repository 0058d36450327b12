/** Attribute that has the styles of pasted HTML while its elements are made. */
export const STYLES = 'data-styles'

/** Element of each mark, the styles that mean it, and those that mean it is absent. */
const MARKS: [name: string, on: RegExp, off?: RegExp][] = [
  [
    'strong',
    /(^|;)\s*font-weight\s*:\s*(bold|[6-9]\d\d)/i,
    /(^|;)\s*font-weight\s*:\s*(normal|lighter|[1-5]\d\d)/i,
  ],
  ['em', /(^|;)\s*font-style\s*:\s*(italic|oblique)/i, /(^|;)\s*font-style\s*:\s*normal/i],
  ['s', /(^|;)\s*text-decoration(-line)?\s*:[^;]*line-through/i],
  ['u', /(^|;)\s*text-decoration(-line)?\s*:[^;]*underline/i],
  ['sup', /(^|;)\s*vertical-align\s*:\s*super/i],
  ['sub', /(^|;)\s*vertical-align\s*:\s*sub/i],
]
const OWN: Record<string, string> = { b: 'strong', strong: 'strong', i: 'em', em: 'em' }

/**
 * Converts the styles of inline elements to marks, as the server does. Elements whose style takes their mark away lose
 * their tags, such as the one around a text of Google Docs.
 */
export function applyStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll<HTMLElement>(`[${STYLES}]`)) {
    const styles = element.getAttribute(STYLES) ?? ''
    element.removeAttribute(STYLES)
    if (!element.matches('b, strong, i, em, span, font')) continue
    const own = OWN[element.localName]
    const isInLink = element.closest('a') !== null
    for (const [name, on, off] of MARKS) {
      if (name === own) {
        if (off?.test(styles)) element.replaceWith(...element.childNodes)
      } else if (on.test(styles) && !(isInLink && name === 'u')) {
        const mark = body.ownerDocument.createElement(name)
        mark.append(...element.childNodes)
        element.append(mark)
      }
    }
  }
}
