import type { PortalAnswer } from '../visit/portal-visit.ts'
import type { Feed } from './items.ts'
import { xml, xmlDocument, xmlText } from './xml.ts'

/** Time of a feed without items, because Atom requires one. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** Returns a feed in Atom (RFC 4287). `self` is its own address. */
export function atom({ id, title, page, language, items }: Feed, self: string): PortalAnswer {
  const updated = items.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), NEVER)
  const body = xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${id}</id><title>${xmlText(title)}</title><updated>${updated}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/><link rel="alternate" type="text/html" href="${page}"/>
${items.map(
  (item) => xml`<entry><id>${item.id}</id><title>${xmlText(item.title)}</title>
<link rel="alternate" type="text/html" href="${item.address}"/>
<published>${item.publishedAt}</published><updated>${item.updatedAt}</updated>
<author><name>${xmlText(item.author)}</name></author>${item.tags.map((tag) => xml`<category term="${xmlText(tag)}"/>`)}
<content type="html">${xmlText(item.html)}</content></entry>`,
)}
</feed>`)
  return { type: 'application/atom+xml; charset=utf-8', body }
}

/** Returns a feed in RSS 2.0. `self` is its own address. */
export function rss({ title, page, language, items }: Feed, self: string): PortalAnswer {
  const body = xmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${xmlText(title)}</title><link>${page}</link><description>${xmlText(title)}</description><language>${language}</language>
<atom:link rel="self" type="application/rss+xml" href="${self}"/>
${items.map(
  (
    item,
  ) => xml`<item><title>${xmlText(item.title)}</title><link>${item.address}</link><guid isPermaLink="false">${item.id}</guid>
<pubDate>${new Date(item.publishedAt).toUTCString()}</pubDate>${item.tags.map((tag) => xml`<category>${xmlText(tag)}</category>`)}
<description>${xmlText(item.html)}</description></item>`,
)}
</channel></rss>`)
  return { type: 'application/rss+xml; charset=utf-8', body }
}

/** Returns a feed in JSON Feed 1.1. `self` is its own address. */
export function jsonFeed({ title, page, language, items }: Feed, self: string): PortalAnswer {
  const body = JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    language,
    items: items.map((item) => ({
      id: item.id,
      url: item.address,
      title: item.title,
      content_html: item.html,
      date_published: item.publishedAt,
      date_modified: item.updatedAt,
      authors: [{ name: item.author }],
      tags: item.tags,
    })),
  })
  return { type: 'application/feed+json; charset=utf-8', body }
}
