import { html } from '../html.ts'
import { page, type PageBrand } from '../parts/page.ts'
import type { Words } from '../visit/words.ts'

/** State of the question. `token` is the SSO token of the link. */
type Question = {
  base: string
  words: Words
  path: string
  token: string
  returnTo: string
  name: string
  organization: string
  brand: PageBrand | null
}

/** Returns the page that asks a signed-in person before a link signs them in as another. */
export function ssoPage({ base, words, path, token, returnTo, name, organization, brand }: Question): string {
  const { text } = words
  const body = html`<h1>${text('sso.title', { name: organization })}</h1>
    <p>${text('sso.text', { name })}</p>
    <form method="post" action="${base}${path}">
      <input type="hidden" name="token" value="${token}" />
      <input type="hidden" name="return_to" value="${returnTo}" />
      <div class="actions"><button>${text('continue')}</button></div>
    </form>`
  return page({ base, words, title: text('sign-in'), brand, body })
}
