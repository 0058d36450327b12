import { raw } from 'hono/html'
import type { Html } from '../html.ts'

/**
 * Returns the HTML of a text that was sanitized when it was stored, as a part of a page. An own host shows pictures at
 * its own address, where the session of its reader counts.
 */
export const sanitized = ({ base, tools }: Shown, html: string): Html =>
  raw(base === '' ? html.replaceAll(`"${tools.site.publicUrl}/uploads/`, '"/uploads/') : html)

/** Returns the HTML of a text of people, as `sanitized`. Search engines learn that its links are theirs. */
export const written = (visit: Shown, html: string): Html =>
  sanitized(visit, html.replaceAll(' rel="noopener noreferrer nofollow"', ' rel="nofollow ugc noopener"'))

/** The base of a portal, empty on its own host, and the public URL. */
type Shown = { base: string; tools: { site: { readonly publicUrl: string } } }

/** Returns a data block with structured data (schema.org). It cannot end the element, and no browser runs it. */
export const structuredData = (data: object): Html =>
  raw(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)
