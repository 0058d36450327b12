import { graphql } from '../../lib/graphql-client/graphql.ts'
import { isoTimestamp } from '../../lib/graphql-client/timestamp.ts'
import { codeOf, feedLanguage } from '../visit/languages.ts'
import { ENTRY } from '../parts/entry.ts'
import { publicName } from '../parts/person.ts'
import { absolute, type PortalVisit } from '../visit/portal-visit.ts'
import { stableId } from './stable-id.ts'
import { wordsOf } from '../visit/words.ts'

/** An item of a feed. Times are in ISO 8601. */
export type FeedItem = {
  /** Id that stays when the address changes. */
  id: string
  title: string
  address: string
  html: string
  publishedAt: string
  updatedAt: string
  author: string
  tags: string[]
}

/** A feed in any format. `page` is the page that shows the same. */
export type Feed = { id: string; title: string; page: string; language: string; items: FeedItem[] }

const ENTRIES = graphql(
  /* GraphQL */ `
    query ($filter: ChangelogFilter) {
      changelogs(filter: $filter, first: 30) {
        nodes {
          ...PortalEntry
        }
      }
    }
  `,
  [ENTRY],
)

const POSTS = graphql(/* GraphQL */ `
  query {
    posts(first: 30, orderBy: { field: CREATED_AT, direction: DESC }) {
      nodes {
        databaseId
        slug
        title
        descriptionHtml
        createdAt
        updatedAt
        submitter {
          name
        }
        bucket {
          name
        }
      }
    }
  }
`)

/** Returns the newest entries of the changelog in the language of the query. Null for an unknown language. */
export async function changelogFeed(visit: PortalVisit): Promise<Feed | null> {
  const locale = feedLanguage(visit)
  if (locale === null) return null
  const { changelogs } = await visit.run(ENTRIES, { filter: { locale: locale ?? null } })
  const language = codeOf(locale ?? visit.organization.defaultLocale)
  return {
    id: feedId(`changelog ${locale ?? ''}`, visit),
    title: wordsOf(language).text('feed.changelog', { name: visit.organization.name }),
    page: absolute(visit, 'changelog'),
    language,
    items: changelogs.nodes.map((entry) => ({
      id: itemId('changelog', entry),
      title: entry.title,
      address: absolute(visit, 'changelog', entry.slug),
      html: entry.descriptionHtml,
      publishedAt: isoTimestamp(entry.publishedAt ?? entry.updatedAt),
      updatedAt: isoTimestamp(entry.updatedAt),
      author: publicName(entry.author),
      tags: entry.labels.map(({ name }) => name),
    })),
  }
}

/** Returns the newest public posts. */
export async function postFeed(visit: PortalVisit): Promise<Feed> {
  const { posts } = await visit.run(POSTS, {})
  const language = codeOf(visit.organization.defaultLocale)
  return {
    id: feedId('posts', visit),
    title: wordsOf(language).text('feed.posts', { name: visit.organization.name }),
    page: absolute(visit),
    language,
    items: posts.nodes.map((post) => ({
      id: itemId('post', post),
      title: post.title,
      address: absolute(visit, 'p', post.slug),
      html: post.descriptionHtml,
      publishedAt: isoTimestamp(post.createdAt),
      updatedAt: isoTimestamp(post.updatedAt),
      author: publicName(post.submitter),
      tags: [post.bucket.name],
    })),
  }
}

const itemId = (kind: string, { databaseId, createdAt }: { databaseId: number; createdAt: Date | string }) =>
  stableId(kind, { databaseId, createdAt: isoTimestamp(createdAt) })

const feedId = (kind: string, { organization }: PortalVisit) => itemId(`feed of ${kind}`, organization)
