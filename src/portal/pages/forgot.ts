import { html, type Html } from '../html.ts'
import { withQuery } from '../addresses.ts'
import { newPassword } from '../parts/new-password.ts'
import { alert, page, type PageBrand } from '../parts/page.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'
import type { Words } from '../visit/words.ts'

type Spoken = Pick<PortalVisit, 'base' | 'lang' | 'words'>

/** The path to which signing in leads, and the portal that has it. */
type Way = { returnTo: string; portal: PageBrand | null }

/** State of the page: the address that was sent, and why it was refused. */
type Forgot = Way & { email?: string; problem?: string | null }

/** Returns the page that asks for the address to which a link is mailed. */
export function forgotPage(visit: Spoken, { email = '', problem = null, ...way }: Forgot): string {
  const { base, lang, words } = visit
  const { text } = words
  const body = html`<h1>${text('forgot.link')}</h1>
    <p class="quiet">${text('forgot.text')}</p>
    ${alert(problem)}
    <form method="post" action="${withQuery(`${base}/forgot`, { lang })}">
      <input type="hidden" name="return_to" value="${way.returnTo}" />
      <label
        >${text('email')} <input name="email" type="email" autocomplete="username" value="${email}" required
      /></label>
      <div class="actions"><button>${text('forgot.submit')}</button></div>
    </form>
    ${back(visit, way)}`
  return page({ base, lang, words, title: text('forgot.link'), brand: way.portal, body })
}

/** Returns the answer to every address. */
export function forgotSentPage(visit: Spoken, way: Way): string {
  const { base, lang, words } = visit
  const { text } = words
  const body = html`<h1>${text('forgot.link')}</h1>
    <p role="status">${text('forgot.sent')}</p>
    ${back(visit, way)}`
  return page({ base, lang, words, title: text('forgot.link'), brand: way.portal, body })
}

const back = ({ base, lang, words }: Spoken, { returnTo, portal }: Way): Html =>
  html`<p class="back">
    <a href="${withQuery(`${base}/sign-in`, { return_to: portal && returnTo, lang })}"
      >${words.text('sign-in')}</a
    >
  </p>`

/** State of the page of a link. `path` is its address, and `maskedEmail` that of the accounts. */
type Reset = { base: string; words: Words; path: string; maskedEmail: string; problem?: string | null }

/** Returns the page of an open link, whose form sets the password. */
export function resetPage({ base, words, path, maskedEmail, problem = null }: Reset): string {
  const { text } = words
  const body = html`<h1>${text('invitation.password')}</h1>
    <p class="quiet">${text('reset.text', { email: maskedEmail })}</p>
    ${alert(problem)}
    <form method="post" action="${base}${path}">
      ${newPassword(words)}
      <div class="actions"><button>${text('reset.submit')}</button></div>
    </form>`
  return page({ base, words, title: text('invitation.password'), body })
}

/** Returns the page of a link that sets no password any more, with the way to another one. */
export function closedResetPage({ base, lang, words }: Spoken): string {
  const { text } = words
  const body = html`<h1>${text('reset.closed')}</h1>
    <p>${text('reset.closed-text')}</p>
    <div class="actions">
      <a class="button" href="${withQuery(`${base}/forgot`, { lang })}">${text('forgot.link')}</a>
    </div>`
  return page({ base, words, title: text('reset.closed'), body })
}
