import { html } from '../html.ts'
import { logo } from '../parts/layout.ts'
import { plainPage } from '../parts/plain-page.ts'
import type { Words } from '../visit/words.ts'

type Closed = {
  organization: { name: string; avatarUrl: string | null; colorPrimary: string }
  base: string
  words: Words
  /** Address of the sign-in page, which leads back. */
  signIn: string
}

/** Returns the page of a portal that is closed to visitors. It names the organization and nothing else. */
export const closedPage = ({ organization, base, words, signIn }: Closed): string =>
  plainPage({
    title: `${words.text('sign-in')} · ${organization.name}`,
    base,
    words,
    colorPrimary: organization.colorPrimary,
    body: html`<div class="card">
      ${logo(organization)}
      <h1 dir="auto">${organization.name}</h1>
      <p>${words.text('closed.text')}</p>
      <p><a class="button" href="${signIn}">${words.text('sign-in')}</a></p>
    </div>`,
  })
