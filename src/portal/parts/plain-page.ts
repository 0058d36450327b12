import { html, textOfHtml, type Html } from '../html.ts'
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
