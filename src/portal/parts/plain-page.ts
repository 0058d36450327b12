import { html, type Html } from './html.ts'
import { textOfHtml } from './text-of-html.ts'
import { logo } from './layout.ts'
import { themeVersion } from '../assets/theme.ts'
import type { Words } from '../visit/words.ts'

type PlainPage = {
  title: string
  base: string
  words: Words
  colorPrimary: string
  body: Html
}

/** Returns the HTML of a page with one column, which search engines do not index. */
export const plainPage = ({ title, base, words, colorPrimary, body }: PlainPage): string =>
  textOfHtml(
    html`<!doctype html>
      <html lang="${words.code}" dir="${words.dir}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>${title}</title>
          <link rel="icon" href="data:," />
          <link rel="stylesheet" href="${base}/theme.css?v=${themeVersion({ colorPrimary })}" />
        </head>
        <body class="plain">
          <main id="content">${body}</main>
        </body>
      </html> `,
  )

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
