import { LAST_MILLISECOND, parseTimestamp } from '../../lib/time/parse-timestamp.ts'
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../lib/graphql-client/graphql.ts'
import { inkOn } from '../../lib/text/color.ts'
import { html, textOfHtml, type Html } from '../html.ts'
import { pathTo, withQuery } from '../addresses.ts'
import { codeOf, directionOf, entryLanguage } from '../visit/languages.ts'
import { dotted } from '../parts/dot.ts'
import { shortened } from '../parts/post-row.ts'
import { day } from '../parts/time.ts'
import { absolute, parameter, type PortalHandler, type PortalVisit } from '../visit/portal-visit.ts'
import { scriptVersion } from '../assets/scripts.ts'
import { themeVersion } from '../assets/theme.ts'

const NEWEST = graphql(/* GraphQL */ `
  query ($locale: Locale) {
    changelogs(first: 8, filter: { locale: $locale, state: PUBLISHED }) {
      nodes {
        slug
        title
        preview
        locale
        publishedAt
        labels {
          name
          color
        }
      }
    }
  }
`)

const UNREAD = graphql(/* GraphQL */ `
  query ($locale: Locale, $from: DateTime) {
    changelogs(first: 1, filter: { locale: $locale, publishedFrom: $from, state: PUBLISHED }) {
      totalCount
    }
  }
`)

/** The newest entries of the changelog, for a frame in pages of other sites. Its links open the portal. */
export const widgetPage: PortalHandler = async (visit) => {
  const { organization, base, lang } = visit
  const { code, dir, text } = visit.words
  const { changelogs } = await visit.run(NEWEST, { locale: localeOf(visit) })
  const title = text('widget.title', { name: organization.name })
  const version = scriptVersion('widget-page.js')
  const body = html`<!doctype html>
    <html lang="${code}" dir="${dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <base target="_blank" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${base}/theme.css?v=${themeVersion(organization)}" />
        ${version === null ? '' : html`<script type="module" src="${base}/widget-page.js?v=${version}"></script>`}
      </head>
      <body class="widget">
        <header>
          <h1>${title}</h1>
          <button type="button" class="link" id="close" aria-label="${text('close')}" hidden>✕</button>
        </header>
        <main>
          ${changelogs.nodes.map((entry) => entryOf(visit, entry))}
          ${changelogs.nodes.length === 0 ? html`<p class="empty">${text('changelog.empty')}</p>` : ''}
        </main>
        <footer>
          <a href="${withQuery(pathTo(organization.portalUrl, 'changelog'), { lang })}" rel="noopener"
            >${text('widget.all')}</a
          >
        </footer>
      </body>
    </html> `
  return { body: textOfHtml(body) }
}

type Entry = ResultOf<typeof NEWEST>['changelogs']['nodes'][number]

function entryOf(visit: PortalVisit, { slug, title, preview, locale, publishedAt, labels }: Entry): Html {
  const code = codeOf(locale)
  return html`<article lang="${code}" dir="${directionOf(code)}">
    <div class="meta">${publishedAt ? day(visit, publishedAt) : ''}${labels.map(dotted)}</div>
    <h2>
      <a href="${withQuery(absolute(visit, 'changelog', slug), { lang: visit.lang })}" rel="noopener"
        >${title}</a
      >
    </h2>
    <p>${shortened(preview)}</p>
  </article>`
}

/** Returns the language of the entries. An organization with one language has it. */
const localeOf = (visit: PortalVisit) => entryLanguage(visit) ?? visit.organization.defaultLocale

/** Returns the time of publication after a time. The last one of all is its own. */
const nextMillisecond = (time: Date) => new Date(Math.min(time.getTime() + 1, LAST_MILLISECOND))

/** Number of entries that were published after the parameter `after`, and the colors of the button, as JSON. */
export const unreadDocument: PortalHandler = async (visit) => {
  const { colorPrimary } = visit.organization
  const after = parameter(visit, 'after')
  const read = after === null ? null : parseTimestamp(after)
  if (after !== null && read === null) return null
  const { changelogs } = await visit.run(UNREAD, {
    locale: localeOf(visit),
    from: read && nextMillisecond(read).toISOString(),
  })
  const answer = {
    unread: changelogs.totalCount,
    color: colorPrimary,
    ink: inkOn(colorPrimary),
    label: visit.words.text('widget.label'),
  }
  return { body: JSON.stringify(answer), type: 'application/json; charset=utf-8' }
}
