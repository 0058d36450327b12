import { html, textOfHtml, type Html } from '../html.ts'

/** Characters that XML 1.0 does not permit, also not as references. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Returns a text without the characters that XML does not permit. The template escapes the others. */
export const xmlText = (text: string): string => text.replace(FORBIDDEN, '')

/** Returns an XML document. */
export const xmlDocument = (root: Html): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n${textOfHtml(root)}\n`

export { html as xml }
