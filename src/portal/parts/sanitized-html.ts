import { raw } from 'hono/html'
import type { Html } from '../html.ts'

/** Returns the HTML of a text that was sanitized when it was stored, as a part of a page. */
export const sanitized = (html: string): Html => raw(html)

/** Returns a data block with structured data (schema.org). It cannot end the element, and no browser runs it. */
export const structuredData = (data: object): Html =>
  raw(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)
