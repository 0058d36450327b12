import { html, type Html } from '../html.ts'
import { withQuery } from '../addresses.ts'
import { alert, page } from '../parts/page.ts'
import { begunFields } from '../visit/begun-write.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'
import { providerLinks } from './provider-links.ts'
import { backLink, HEADINGS, signInPage, type SignIn, type SignInPortal, type Spoken } from './sign-in.ts'

/** State of the pages on which a person of a portal signs in with a mailed code. */
type SignInToPortal = SignIn & { portal: SignInPortal }

/** Returns the first page of a sign-in: with a mailed code to a portal of a server that sends mail, else a password. */
export function firstPage(
  visit: Spoken & Pick<PortalVisit, 'tools'>,
  state: SignIn & { portal: SignInPortal | null },
): string {
  const { portal } = state
  return portal && visit.tools.sendsMail() ? emailPage(visit, { ...state, portal }) : signInPage(visit, state)
}

/** Returns the page that asks for the address of a person. A write that was begun is in its form. */
export function emailPage(visit: Spoken, state: SignInToPortal): string {
  const { words } = visit
  const { text } = words
  const { email = '', problem = null, purpose = null } = state
  const body = html`<h1>${text(purpose ? HEADINGS[purpose] : 'sign-in')}</h1>
    ${purpose === 'post' ? html`<p class="quiet">${text('new.sign-in')}</p>` : ''} ${alert(problem)}
    <form method="post" action="${pathOf(visit, '/session/code', state)}">
      ${stateFields(state)}
      <label
        >${text('email')}
        <input
          name="email"
          type="email"
          autocomplete="email"
          value="${email}"
          maxlength="254"
          required
          autofocus
      /></label>
      <p class="quiet">${text('code.hint')}</p>
      <div class="actions">
        <button>${text('code.send')}</button>
        <button
          class="link"
          formaction="${pathOf(visit, '/sign-in', state)}"
          name="with"
          value="password"
          formnovalidate
        >
          ${text('code.password')}
        </button>
      </div>
    </form>
    ${providerLinks(visit, { portal: state.portal, returnTo: state.returnTo })}
    ${backLink(visit, state.portal)}`
  return page({ ...pageOf(visit, state.portal), title: problem ?? text('sign-in'), body })
}

/** Returns the page that asks for the code of a mail. It is the same for every address. */
export function codePage(visit: Spoken, state: SignInToPortal & { email: string; token: string }): string {
  const { words } = visit
  const { text, rich } = words
  const { email, token, problem = null, purpose = null } = state
  const other = (path: string, name: 'code.again' | 'code.other' | 'code.opened') =>
    html`<button class="link" formaction="${pathOf(visit, path, state)}" formnovalidate>
      ${text(name)}
    </button>`
  const body = html`<h1>${text(purpose ? HEADINGS[purpose] : 'sign-in')}</h1>
    <p>${rich('code.sent', { email: html`<b dir="ltr">${email}</b>` })}</p>
    ${alert(problem)}
    <form method="post" action="${pathOf(visit, '/session/code/check', state)}">
      ${stateFields(state)}
      <input type="hidden" name="email" value="${email}" />
      <input type="hidden" name="token" value="${token}" />
      <label
        >${text('code.label')}
        <input
          class="code"
          dir="ltr"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          maxlength="20"
          required
          autofocus
      /></label>
      <div class="actions"><button>${text('sign-in')}</button></div>
      <p class="others">
        ${other('/session/code', 'code.again')} ${other('/sign-in', 'code.other')}
        ${other('/session/code/check', 'code.opened')}
      </p>
    </form>
    ${backLink(visit, state.portal)}`
  return page({ ...pageOf(visit, state.portal), title: text('sign-in'), body })
}

/** Returns the page of a mailed link. Its button signs in, and the page itself changes nothing. */
export function linkPage(visit: Spoken, { portal, path }: { portal: SignInPortal; path: string }): string {
  const { words } = visit
  const { text } = words
  const body = html`<h1>${text('link.heading', { name: portal.name })}</h1>
    <p>${text('link.text')}</p>
    <form method="post" action="${path}">
      <div class="actions"><button>${text('sign-in')}</button></div>
    </form>`
  return page({ ...pageOf(visit, portal), title: text('link.heading', { name: portal.name }), body })
}

/** Returns the page of a link that signs in no more. */
export function closedLinkPage(visit: Spoken, portal: SignInPortal): string {
  const { words } = visit
  const { text } = words
  const way = withQuery(`${visit.base}/sign-in`, { return_to: portal.path, lang: visit.lang })
  const body = html`<h1>${text('link.heading', { name: portal.name })}</h1>
    ${alert(text('link.over'))}
    <div class="actions"><a class="button" href="${way}">${text('code.again')}</a></div>`
  return page({ ...pageOf(visit, portal), title: text('link.heading', { name: portal.name }), body })
}

const pageOf = ({ base, lang, words }: Spoken, brand: SignInPortal) => ({ base, lang, words, brand })

/** Returns the hidden fields that each page passes on. */
const stateFields = ({ returnTo, begun = null }: SignIn): Html =>
  html`<input type="hidden" name="return_to" value="${returnTo}" />${begunFields(begun)}`

const pathOf = ({ base, lang }: Spoken, path: string, { purpose = null }: SignIn) =>
  withQuery(base + path, { for: purpose, lang })
