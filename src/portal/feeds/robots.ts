import { absolute, type PortalHandler } from '../visit/portal-visit.ts'

/** `robots.txt` of the own host of a portal (RFC 9309), with its sitemap. */
export const robots: PortalHandler = async (visit) => ({
  type: 'text/plain; charset=utf-8',
  body: robotsText([absolute(visit, 'sitemap.xml')]),
})

/** Returns a `robots.txt` that allows all pages and names sitemaps.. */
export const robotsText = (sitemaps: readonly string[]): string =>
  ['User-agent: *', 'Allow: /', '', ...sitemaps.map((address) => `Sitemap: ${address}`), ''].join('\n')
