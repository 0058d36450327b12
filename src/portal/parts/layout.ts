import { html, textOfHtml, type Html } from '../html.ts'
import { scriptVersion } from '../assets/scripts.ts'
import type { PortalOrganization } from '../visit/organization.ts'
import { languageMenu } from './language-menu.ts'
import { avatar, publicName } from './person.ts'
import { absolute, linkTo, type PortalVisit } from '../visit/portal-visit.ts'
import { structuredData } from './sanitized-html.ts'
import { signInAt } from '../visit/sign-in-path.ts'
import { themeVersion } from '../assets/theme.ts'

/** An alternative of a page: a translation or a feed. */
type Alternate = { href: string; type?: string; title?: string; lang?: string }

/** Contents of a page of a portal. */
type PageContent = {
  title: string
  /** Section or parent of the page, which makes the title of the window unique. */
  within?: readonly (string | null)[]
  description?: string
  /** Section that the navigation marks. */
  section?: 'feedback' | 'roadmap' | 'changelog'
  /** Absolute address of the page. Null for one that search engines do not index. */
  canonical: string | null
  alternates?: Alternate[]
  /** HTML of the text of the page, whose first picture is that of links to the page. */
  pictured?: string
  /** Structured data of schema.org. */
  data?: object
  body: Html
}

/** Returns the HTML of a page of a portal. It works without its script. */
export function portalPage(visit: PortalVisit, content: PageContent): string {
  const { organization, base } = visit
  const { title, within = [], description, section, body } = content
  const { code, dir, text } = visit.words
  return textOfHtml(
    html`<!doctype html>
      <html lang="${code}" dir="${dir}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${[title, ...within, organization.name].filter(Boolean).join(' · ')}</title>
          ${
            description
              ? html`<meta name="description" content="${description}" />
                  <meta property="og:description" content="${description}" />`
              : ''
          }
          ${robots(content)} ${card(visit, content)} ${(content.alternates ?? feedsOf(visit)).map(alternate)}
          <meta property="og:title" content="${title}" />
          <meta property="og:site_name" content="${organization.name}" />
          <link rel="icon" href="data:," />
          ${script(base)}
          <link rel="preload" href="${base}/inter.woff2" as="font" type="font/woff2" crossorigin />
          <link rel="stylesheet" href="${base}/theme.css?v=${themeVersion(organization)}" />
          ${content.data ? structuredData({ '@context': 'https://schema.org', ...content.data }) : ''}
        </head>
        <body>
          <a class="skip" href="#content">${text('skip')}</a>
          ${header(visit, section)}
          <main id="content">${body}</main>
          ${footer(visit)}
        </body>
      </html> `,
  )
}

/** Returns the script of a page, if it is built. */
function script(base: string): Html | '' {
  const version = scriptVersion('portal.js')
  return version === null ? '' : html`<script type="module" src="${base}/portal.js?v=${version}"></script>`
}

const robots = ({ canonical }: PageContent) =>
  canonical === null
    ? html`<meta name="robots" content="noindex" />`
    : html`<link rel="canonical" href="${canonical}" /><meta property="og:url" content="${canonical}" />`

/** Returns the picture and the form of links to a page that others may read: its first picture, or the logo. */
function card({ organization: { avatarUrl } }: PortalVisit, { canonical, pictured }: PageContent): Html | '' {
  if (canonical === null) return ''
  const picture = /<img src="(https?:[^"]*)"/.exec(pictured ?? '')?.[1]?.replaceAll('&amp;', '&')
  const image = picture ?? avatarUrl
  return html`${image ? html`<meta property="og:image" content="${image}" />` : ''}
    <meta name="twitter:card" content="${picture ? 'summary_large_image' : 'summary'}" />`
}

const alternate = ({ href, type, title, lang }: Alternate) =>
  lang
    ? html`<link rel="alternate" hreflang="${lang}" href="${href}" />`
    : html`<link rel="alternate" type="${type}" title="${title}" href="${href}" />`

/** Feeds that every page announces. */
const feedsOf = (visit: PortalVisit): Alternate[] => [
  {
    href: absolute(visit, 'changelog.atom'),
    type: 'application/atom+xml',
    title: visit.words.text('changelog'),
  },
  {
    href: absolute(visit, 'feed.atom'),
    type: 'application/atom+xml',
    title: visit.words.text('feed.new-posts'),
  },
]

const SECTIONS = [
  { id: 'feedback', path: [] },
  { id: 'roadmap', path: ['roadmap'] },
  { id: 'changelog', path: ['changelog'] },
] as const

function header(visit: PortalVisit, section: PageContent['section']): Html {
  const { organization } = visit
  const { text } = visit.words
  return html`<header class="top">
    <div class="bar">
      <a class="brand" href="${linkTo(visit)}"
        >${logo(organization)}<span dir="auto">${organization.name}</span></a
      >
      <nav aria-label="${text('nav')}">
        ${SECTIONS.map(
          ({ id, path }) =>
            html`<a href="${linkTo(visit, [...path])}" ${id === section ? html`aria-current="page"` : ''}
              >${text(id)}</a
            >`,
        )}
      </nav>
      ${organization.homePage ? html`<a class="site" href="${organization.homePage}" rel="noopener">${hostOf(organization.homePage)}</a>` : ''}
      ${account(visit)}
    </div>
  </header>`
}

/** Icon of notifications, from Octicons. */
const bell = (name: string) =>
  html`<svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" role="img" aria-label="${name}">
    <path
      d="M8 16a2 2 0 0 0 1.985-1.75c.017-.137-.097-.25-.235-.25h-3.5c-.138 0-.252.113-.235.25A2 2 0 0 0 8 16ZM3 5a5 5 0 0 1 10 0v2.947c0 .05.015.098.042.139l1.703 2.555A1.519 1.519 0 0 1 13.482 13H2.518a1.516 1.516 0 0 1-1.263-2.36l1.703-2.554A.255.255 0 0 0 3 7.947Zm5-3.5A3.5 3.5 0 0 0 4.5 5v2.947c0 .346-.102.683-.294.97l-1.703 2.556a.017.017 0 0 0-.003.01l.001.006c0 .002.002.004.004.006l.006.004.007.001h10.964l.007-.001.006-.004.004-.006.001-.007a.017.017 0 0 0-.003-.01l-1.703-2.554a1.745 1.745 0 0 1-.294-.97V5A3.5 3.5 0 0 0 8 1.5Z"
    />
  </svg>`

/** Returns the signed-in person with the way out, or the way in. */
function account(visit: PortalVisit): Html {
  const { viewer, path, lang, words } = visit
  return viewer
    ? html`<form class="account" method="post" action="/session/end">
        <input type="hidden" name="return_to" value="${path}" />
        ${visit.console === null ? '' : html`<a class="console" href="${visit.console}">${words.text('console')}</a>`}
        <a class="bell" href="${linkTo(visit, ['notifications'])}" title="${words.text('notify')}"
          >${bell(words.text('notify'))}${viewer.unread > 0 ? html` <span class="count">${words.number(viewer.unread)}</span>` : ''}</a
        ><a class="person" href="${linkTo(visit, ['u', viewer.databaseId])}"
          >${avatar(viewer)}<span dir="auto">${publicName(viewer)}</span></a
        ><button class="link">${words.text('sign-out')}</button>
      </form>`
    : html`<a class="account" href="${signInAt(path, lang)}">${words.text('sign-in')}</a>`
}

/** Returns the picture of an organization, or its first letter. */
export const logo = ({ name, avatarUrl }: Pick<PortalOrganization, 'name' | 'avatarUrl'>): Html =>
  avatarUrl
    ? html`<img class="logo" src="${avatarUrl}" alt="" width="28" height="28" />`
    : html`<span class="logo" aria-hidden="true">${[...name][0] ?? ''}</span>`

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url)

const footer = (visit: PortalVisit) =>
  html`<footer class="foot">
    <div class="bar">
      <span dir="auto">${visit.organization.name}</span>${languageMenu(visit)}<span
        >${visit.words.text('powered', { name: 'Echolog' })}</span
      >
    </div>
  </footer>`
