import { html, textOfHtml, type Html } from '../html.ts'
import { STYLES_PATH } from '../assets/styles.ts'
import type { Words } from '../visit/words.ts'

/** Contents of a page. `base` is the path of the public URL, empty for a root. */
type Page = { base: string; words: Words; title: string; body: Html }

/** Returns the HTML of a page in one column, without script. */
export function page({ base, words, title, body }: Page): string {
  const text = html`<!doctype html>
    <html lang="${words.code}" dir="${words.dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Echolog</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${base}${STYLES_PATH}" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `
  return textOfHtml(text)
}

/** Returns the paragraph that names a problem. Nothing without one. */
export const alert = (problem: string | null): Html | '' =>
  problem ? html`<p role="alert">${problem}</p>` : ''
