import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { allNodes } from './all-nodes.ts'
import { html, type Html } from '../html.ts'
import { pathTo, withQuery } from '../addresses.ts'
import { codeOf, entryLanguage, languageName, type Locale } from '../visit/languages.ts'
import { portalPage } from '../parts/layout.ts'
import { ENTRY, entryView } from '../parts/entry.ts'
import { pageOf, pager } from '../parts/pager.ts'
import { absolute, linkTo, parameter, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'

const LABELS = graphql(/* GraphQL */ `
  fragment PortalLabels on ChangelogLabelConnection {
    nodes {
      id
      name
      color
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`)

const MORE_LABELS = graphql(
  /* GraphQL */ `
    query ($after: String) {
      changelogLabels(first: 100, after: $after) {
        ...PortalLabels
      }
    }
  `,
  [LABELS],
)

const CHANGELOG = graphql(
  /* GraphQL */ `
    query ($filter: ChangelogFilter, $first: Int, $after: String, $last: Int, $before: String) {
      changelogLabels(first: 100) {
        ...PortalLabels
      }
      changelogs(filter: $filter, first: $first, after: $after, last: $last, before: $before) {
        nodes {
          ...PortalEntry
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  `,
  [ENTRY, LABELS],
)

type Label = ResultOf<typeof LABELS>['nodes'][number]
type Data = Pick<ResultOf<typeof CHANGELOG>, 'changelogs'> & {
  labels: readonly Label[]
  isSubscribed: boolean
}

const PAGE_SIZE = 10

/** The published entries of the changelog in one language, newest first. People of the team see no others either. */
export const changelogPage: PortalHandler = async (visit) => {
  const lang = entryLanguage(visit)
  const label = parameter(visit, 'label')
  if (lang === null) return null
  const { changelogs, changelogLabels } = await visit.run(CHANGELOG, {
    filter: { locale: lang ?? null, state: 'PUBLISHED', ...(label && { labelIds: [label] }) },
    ...pageOf(visit, PAGE_SIZE),
  })
  const isSubscribed = visit.viewer ? await readSubscription(visit) : false
  const readAfter = async (after: string | null) => (await visit.run(MORE_LABELS, { after })).changelogLabels
  const all = await allNodes(changelogLabels, readAfter)
  return { body: render(visit, { changelogs, labels: all, isSubscribed }, { lang, label }) }
}

const SUBSCRIPTION = graphql(/* GraphQL */ `
  query {
    notificationPreferences {
      changelogSubscribed
    }
  }
`)

async function readSubscription(visit: PortalVisit): Promise<boolean> {
  const { notificationPreferences } = await visit.run(SUBSCRIPTION, {})
  return notificationPreferences?.changelogSubscribed === true
}

/** Returns the button that starts or ends the mails of new entries. A visitor signs in first. */
const subscriptionForm = (visit: PortalVisit, isSubscribed: boolean): Html =>
  html`<form method="post" action="${linkTo(visit, ['changelog', 'subscription'])}">
    <input type="hidden" name="subscribe" value="${isSubscribed ? 'no' : 'yes'}" />
    <button class="button plain">
      ${visit.words.text(isSubscribed ? 'changelog.unsubscribe' : 'changelog.subscribe')}
    </button>
  </form>`

type Choice = { lang: Locale | undefined; label: string | null }

function render(
  visit: PortalVisit,
  { changelogs, labels, isSubscribed }: Data,
  { lang, label }: Choice,
): string {
  const { base, organization } = visit
  const { text, rich } = visit.words
  const isDefault = lang === undefined || lang === organization.defaultLocale
  const chosen = isDefault || lang === undefined ? null : codeOf(lang)
  const isPlain = !label && !visit.query.after && !visit.query.before
  const address = absolute(visit, 'changelog')
  const feed = (type: string, name: string) =>
    html`<a href="${withQuery(pathTo(base, `changelog.${type}`), { lang: chosen })}">${name}</a>`
  return portalPage(visit, {
    title: text('changelog'),
    description: text('changelog.lead', { name: organization.name }),
    section: 'changelog',
    canonical: isPlain ? withQuery(address, { lang: chosen }) : null,
    alternates: alternatesOf(visit, chosen),
    body: html`<div class="reading">
      <div class="intro">
        <h1>${text('changelog')}</h1>
        <p class="lead">
          ${text('changelog.lead', { name: organization.name })}<br />
          <span class="feeds"
            >${rich('changelog.follow', { atom: feed('atom', 'Atom'), rss: feed('rss', 'RSS'), json: feed('json', 'JSON') })}</span
          >
        </p>
        ${subscriptionForm(visit, isSubscribed)}
      </div>
      ${languages(visit, lang, label)}${labelLinks(visit, labels, label)}
      ${changelogs.nodes.length > 0 ? changelogs.nodes.map((entry) => entryView(visit, entry, { level: 2 })) : html`<div class="empty"><p>${text('changelog.empty')}</p></div>`}
      ${pager(visit, ['changelog'], changelogs.pageInfo, { label })}
    </div>`,
  })
}

/** Returns the feeds of a language, and the same page in other languages. */
function alternatesOf(visit: PortalVisit, chosen: string | null) {
  const { locales, defaultLocale } = visit.organization
  const title = visit.words.text('changelog')
  const feed = (name: string) => withQuery(absolute(visit, name), { lang: chosen })
  const others = locales.map((locale) => ({
    lang: codeOf(locale),
    href: withQuery(absolute(visit, 'changelog'), { lang: locale === defaultLocale ? null : codeOf(locale) }),
  }))
  return [
    { href: feed('changelog.atom'), type: 'application/atom+xml', title },
    { href: feed('changelog.rss'), type: 'application/rss+xml', title },
    { href: feed('changelog.json'), type: 'application/feed+json', title },
    ...(others.length > 1 ? others : []),
  ]
}

function languages(visit: PortalVisit, lang: Locale | undefined, label: string | null): Html | '' {
  const { locales } = visit.organization
  if (locales.length < 2) return ''
  const path = pathTo(visit.base, 'changelog')
  return html`<nav class="tabs" aria-label="${visit.words.text('languages')}">
    ${locales.map(
      (locale) =>
        html`<a
          lang="${codeOf(locale)}"
          hreflang="${codeOf(locale)}"
          href="${withQuery(path, { label, lang: codeOf(locale) })}"
          ${locale === lang ? html`aria-current="true"` : ''}
          >${languageName(codeOf(locale))}</a
        >`,
    )}
  </nav>`
}

const labelLinks = (visit: PortalVisit, all: readonly Label[], label: string | null) =>
  all.length === 0
    ? ''
    : html`<nav class="chips" aria-label="${visit.words.text('labels')}">
        <a href="${linkTo(visit, ['changelog'])}" ${label ? '' : html`aria-current="true"`}
          >${visit.words.text('all')}</a
        >${all.map(
          ({ id, name }) =>
            html`<a
              href="${linkTo(visit, ['changelog'], { label: String(id) })}"
              ${String(id) === label ? html`aria-current="true"` : ''}
              >${name}</a
            >`,
        )}
      </nav>`
