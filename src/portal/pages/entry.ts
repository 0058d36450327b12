import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { isoTimestamp } from '../../lib/graphql-client/timestamp.ts'
import { html, type Html } from '../html.ts'
import { codeOf, languageName } from '../visit/languages.ts'
import { portalPage } from '../parts/layout.ts'
import { ENTRY, entryView } from '../parts/entry.ts'
import { publicName } from '../parts/person.ts'
import { POST_ROW, postList } from '../parts/post-row.ts'
import {
  absolute,
  linkTo,
  type PortalAnswer,
  type PortalHandler,
  type PortalVisit,
} from '../visit/portal-visit.ts'

const ONE = graphql(
  /* GraphQL */ `
    query ($by: ChangelogBy!) {
      changelog(by: $by) {
        ...PortalEntry
        translations {
          slug
          locale
        }
        posts {
          ...PostRow
        }
      }
    }
  `,
  [ENTRY, POST_ROW],
)

type Entry = NonNullable<ResultOf<typeof ONE>['changelog']>

/** One published entry of the changelog, with its translations and the posts that it refers to. */
export const entryPage: PortalHandler = (visit) => pageOf(visit, { slug: visit.params.slug ?? '' })

/** Returns the handler of the same page of an entry that is not published yet, by its typed id. */
export const previewPage =
  (id: string): PortalHandler =>
  (visit) =>
    pageOf(visit, { id })

async function pageOf(
  visit: PortalVisit,
  by: { slug: string } | { id: string },
): Promise<PortalAnswer | null> {
  const { changelog } = await visit.run(ONE, { by })
  if (!changelog) return null
  const { text } = visit.words
  const address = absolute(visit, 'changelog', changelog.slug)
  const group = [changelog, ...changelog.translations]
  // A preview leads its reader to the page that the entry will have.
  const shown = 'id' in by ? { ...visit, path: linkTo(visit, ['changelog', changelog.slug]) } : visit
  const body = portalPage(shown, {
    title: changelog.title,
    within: [text('changelog')],
    description: changelog.preview,
    pictured: changelog.descriptionHtml,
    section: 'changelog',
    canonical: address,
    ...(group.length > 1 && {
      alternates: group.map(({ slug, locale }) => ({
        lang: codeOf(locale),
        href: absolute(visit, 'changelog', slug),
      })),
    }),
    data: dataOf(changelog, address, visit.organization.name),
    body: html`<div class="reading">
      <p class="crumbs"><a href="${linkTo(visit, ['changelog'])}">${text('changelog')}</a></p>
      ${translations(visit, changelog)}${entryView(visit, changelog, { level: 1 })}
      ${
        changelog.posts.length > 0
          ? html`<section class="talk">
              <h2>${text('changelog.posts')}</h2>
              ${postList(visit, changelog.posts)}
            </section>`
          : ''
      }
    </div>`,
  })
  return { body }
}

const translations = (visit: PortalVisit, entry: Entry): Html | '' =>
  entry.translations.length === 0
    ? ''
    : html`<nav class="tabs" aria-label="${visit.words.text('languages')}">
        ${[entry, ...entry.translations]
          .sort((one, other) => one.locale.localeCompare(other.locale, 'en'))
          .map(({ slug, locale }) => {
            const code = codeOf(locale)
            return html`<a
              lang="${code}"
              hreflang="${code}"
              href="${linkTo(visit, ['changelog', slug])}"
              ${slug === entry.slug ? html`aria-current="page"` : ''}
              >${languageName(code)}</a
            >`
          })}
      </nav>`

/** Structured data of an article (schema.org). */
const dataOf = (entry: Entry, url: string, publisher: string) => ({
  '@type': 'Article',
  headline: entry.title,
  description: entry.preview,
  url,
  inLanguage: codeOf(entry.locale),
  ...(entry.publishedAt && { datePublished: isoTimestamp(entry.publishedAt) }),
  dateModified: isoTimestamp(entry.updatedAt),
  author: { '@type': 'Person', name: publicName(entry.author) },
  publisher: { '@type': 'Organization', name: publisher },
})
