import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { html, type Html } from '../html.ts'
import { codeOf, directionOf } from '../visit/languages.ts'
import { linkTo, type PortalVisit } from '../visit/portal-visit.ts'
import { sanitized } from './sanitized-html.ts'
import { dotted } from './dot.ts'
import { day } from './time.ts'

/** Fields of an entry of the changelog on a page. */
export const ENTRY = graphql(/* GraphQL */ `
  fragment PortalEntry on Changelog {
    databaseId
    createdAt
    slug
    title
    preview
    descriptionHtml
    locale
    publishedAt
    updatedAt
    author {
      name
    }
    labels {
      name
      color
    }
  }
`)

type Entry = ResultOf<typeof ENTRY>

/** Returns an entry with its whole text. Its heading has a level. */
export function entryView(visit: PortalVisit, entry: Entry, { level }: { level: 1 | 2 }): Html {
  const code = codeOf(entry.locale)
  const title =
    level === 1 ? entry.title : html`<a href="${linkTo(visit, ['changelog', entry.slug])}">${entry.title}</a>`
  return html`<article class="entry" lang="${code}" dir="${directionOf(code)}">
    <div class="meta">
      ${entry.publishedAt ? day(visit, entry.publishedAt) : ''}${entry.labels.map(dotted)}
    </div>
    ${level === 1 ? html`<h1 dir="auto">${title}</h1>` : html`<h2 dir="auto">${title}</h2>`}
    <div class="prose" dir="auto">${sanitized(visit, entry.descriptionHtml)}</div>
  </article>`
}
