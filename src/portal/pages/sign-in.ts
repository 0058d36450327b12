import { html, type Html } from '../html.ts'
import { withQuery } from '../addresses.ts'
import { alert, page, type PageBrand } from '../parts/page.ts'
import { begunFields, type BegunWrite } from '../visit/begun-write.ts'
import type { Purpose } from '../visit/sign-in-path.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'
import type { TextKey } from '../visit/words.ts'
import { providerLinks } from './provider-links.ts'

/** A page and its language: that of the address, which its links keep, and its texts. */
export type Spoken = Pick<PortalVisit, 'base' | 'lang' | 'words'>

/**
 * State of the sign-in page. `returnTo` is the path to which signing in leads, `purpose` what its person came for, and
 * `begun` the write that follows.
 */
export type SignIn = {
  returnTo: string
  email?: string
  problem?: string | null
  purpose?: Purpose | null
  begun?: BegunWrite | null
  /** Name of the provider of the installation, with which accounts sign in. */
  ownProvider?: string | null
}

/** App that asks for consent after the sign-in. `owner` has registered it, null for a public client. */
export type AskingApp = {
  kind: 'REGISTERED' | 'METADATA' | 'DYNAMIC'
  clientId: string
  name: string
  owner: { name: string } | null
}

/** The portal to which a sign-in page leads back. */
export type SignInPortal = PageBrand & {
  slug: string
  path: string
  /** OpenID providers, with their ids. */
  providers: readonly { id: string | number; name: string }[]
}

/** Portal or app of a sign-in page. */
type From = { portal?: SignInPortal | null; app?: AskingApp | null }

export const HEADINGS: Record<Purpose, TextKey> = {
  vote: 'sign-in.vote',
  comment: 'comment.sign-in',
  subscribe: 'sign-in.subscribe',
  post: 'sign-in',
}

/** Returns what the address of a sign-in page names with `for`. Null without a known one. */
export const purposeOf = (value: unknown): Purpose | null =>
  typeof value === 'string' && Object.hasOwn(HEADINGS, value) ? (value as Purpose) : null

/** Returns the page on which a person signs in with a password. */
export function signInPage(visit: Spoken, { returnTo, email = '', ...rest }: SignIn & From): string {
  const { problem = null, portal = null, app = null, purpose = null, begun = null, ownProvider } = rest
  const { base, lang, words } = visit
  const { text } = words
  const body = html`<h1>${text(purpose ? HEADINGS[purpose] : 'sign-in')}</h1>
    ${
      app
        ? html`<p>${text('consent.title', { app: app.name })}</p>
            ${appMaker(app, words)}`
        : ''
    }
    ${purpose === 'post' ? html`<p class="quiet">${text('new.sign-in')}</p>` : ''} ${alert(problem)}
    <form method="post" action="${withQuery(`${base}/session`, { for: purpose, lang })}">
      <input type="hidden" name="return_to" value="${returnTo}" />${begunFields(begun)}
      <label
        >${text('email')} <input name="email" type="email" autocomplete="username" value="${email}" required
      /></label>
      <label
        >${text('password')} <input name="password" type="password" autocomplete="current-password" required
      /></label>
      <div class="actions">
        <button>${text('sign-in')}</button>
        <a href="${withQuery(`${base}/forgot`, { return_to: portal && returnTo, lang })}"
          >${text('forgot.link')}</a
        >
      </div>
    </form>
    ${providerLinks(visit, { portal, ownProvider, returnTo })}${portal ? backLink(visit, portal) : ''}`
  return page({ base, lang, words, title: problem ?? text('sign-in'), brand: portal, body })
}

/**
 * Returns the maker of an app: its organization, or the host whose document describes a public client. A client that
 * registered itself is not verified.
 */
export function appMaker({ kind, clientId, owner }: AskingApp, { text }: Spoken['words']): Html {
  if (kind === 'DYNAMIC') return html`<p class="by">${text('consent.unverified')}</p>`
  return html`<p class="by">${text('consent.by', { owner: owner?.name ?? new URL(clientId).host })}</p>`
}

/** Returns the link back to a portal. */
export const backLink = ({ lang, words }: Spoken, { name, path }: SignInPortal): Html =>
  html`<p class="back"><a href="${withQuery(path, { lang })}">${words.text('sign-in.back', { name })}</a></p>`

/** Returns the sign-in page for a person who is signed in already. */
export function signedInPage(visit: Spoken, { returnTo, name }: SignIn & { name: string }): string {
  const { base, words } = visit
  const { text } = words
  const body = html`<h1>${text('signed-in.heading')}</h1>
    <div class="actions"><a class="button" href="${returnTo}">${text('continue')}</a></div>
    <hr />
    ${accountLine(visit, { name, returnTo: `${base}/sign-in` })}`
  return page({ base, words, title: text('signed-in'), body })
}

/** Returns the line with the signed-in person and the button to sign in as another. */
export const accountLine = (
  { base, words }: Pick<Spoken, 'base' | 'words'>,
  { name, returnTo }: { name: string; returnTo: string },
): Html =>
  html`<form class="account" method="post" action="${base}/session/end">
    <input type="hidden" name="return_to" value="${returnTo}" />
    <span>${words.text('signed-in.as', { name })}</span><button>${words.text('account.other')}</button>
  </form>`
