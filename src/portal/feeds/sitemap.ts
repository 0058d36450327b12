import { graphql } from '../../lib/graphql-client/graphql.ts'
import { isoTimestamp, type Timestamp } from '../../lib/graphql-client/timestamp.ts'
import type { Html } from '../html.ts'
import { absolute, parameter, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'
import { xml, xmlDocument } from './xml.ts'

/** Posts and entries of one part. */
const PAGE_SIZE = 100

const COUNTS = graphql(/* GraphQL */ `
  query {
    posts(first: 1) {
      totalCount
    }
    changelogs(first: 1) {
      totalCount
    }
  }
`)

const PART = graphql(/* GraphQL */ `
  query ($first: Int, $offset: Int) {
    posts(first: $first, offset: $offset, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes {
        slug
        updatedAt
      }
    }
    changelogs(first: $first, offset: $offset) {
      nodes {
        slug
        updatedAt
      }
    }
    buckets(first: $first, offset: $offset) {
      nodes {
        slug
        updatedAt
      }
    }
  }
`)

/** The sitemap (sitemaps.org): an index of its parts, or the part that the query names. */
export const sitemap: PortalHandler = async (visit) => {
  const part = parameter(visit, 'part')
  if (part === null) return answer(await index(visit))
  return /^[1-9]\d{0,2}$/.test(part) ? answer(await partOf(visit, Number(part))) : null
}

const answer = (root: Html) => ({ type: 'application/xml; charset=utf-8', body: xmlDocument(root) })
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

async function index(visit: PortalVisit): Promise<Html> {
  const { posts, changelogs } = await visit.run(COUNTS, {})
  const count = Math.max(1, Math.ceil(Math.max(posts.totalCount, changelogs.totalCount) / PAGE_SIZE))
  const parts = Array.from({ length: Math.min(count, 999) }, (_, at) => at + 1)
  return xml`<sitemapindex xmlns="${NAMESPACE}">${parts.map(
    (part) => xml`<sitemap><loc>${absolute(visit, 'sitemap.xml')}?part=${part}</loc></sitemap>`,
  )}</sitemapindex>`
}

async function partOf(visit: PortalVisit, part: number): Promise<Html> {
  const data = await visit.run(PART, { first: PAGE_SIZE, offset: (part - 1) * PAGE_SIZE })
  const of = (kind: string, nodes: readonly { slug: string; updatedAt: Timestamp }[]) =>
    nodes.map(({ slug, updatedAt }) => location(absolute(visit, kind, slug), updatedAt))
  return xml`<urlset xmlns="${NAMESPACE}">${
    part === 1 ? [[], ['roadmap'], ['changelog']].map((path) => location(absolute(visit, ...path), null)) : ''
  }${of('b', data.buckets.nodes)}${of('p', data.posts.nodes)}${of('changelog', data.changelogs.nodes)}</urlset>`
}

const location = (address: string, updatedAt: Timestamp | null) =>
  xml`<url><loc>${address}</loc>${updatedAt ? xml`<lastmod>${isoTimestamp(updatedAt)}</lastmod>` : ''}</url>`
