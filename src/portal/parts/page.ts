import { html, textOfHtml, type Html } from '../html.ts'
import { withQuery } from '../addresses.ts'
import { brandPath } from '../assets/brand.ts'
import { STYLES_PATH } from '../assets/styles.ts'
import type { Words } from '../visit/words.ts'
import { logo } from './layout.ts'

/** The organization whose name, picture and color a page has. `path` leads to its portal on this host. */
export type PageBrand = { name: string; avatarUrl: string | null; colorPrimary: string; path: string | null }

/**
 * Contents of a page. `base` is the path of the public URL, empty for a root. `lang` is the language of the address.
 */
type Page = {
  base: string
  lang?: string | null
  words: Words
  title: string
  brand?: PageBrand | null
  body: Html
}

/** Returns the HTML of a page in one column, without script. */
export function page({ base, lang = null, words, title, brand = null, body }: Page): string {
  const text = html`<!doctype html>
    <html lang="${words.code}" dir="${words.dir}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · ${brand?.name ?? 'Echolog'}</title>
        <link rel="icon" href="data:," />
        <link rel="preload" href="${base}/inter.woff2" as="font" type="font/woff2" crossorigin />
        <link rel="stylesheet" href="${base}${STYLES_PATH}" />
        ${brand ? html`<link rel="stylesheet" href="${base}${brandPath(brand.colorPrimary)}" />` : ''}
      </head>
      <body>
        <main>${brand ? head(brand, lang) : ''}${body}</main>
      </body>
    </html> `
  return textOfHtml(text)
}

/** Returns the picture and the name of an organization, which lead to its portal. */
function head(brand: PageBrand, lang: string | null): Html {
  const { name, path } = brand
  const content = html`${logo(brand)}<b dir="auto">${name}</b>`
  return path === null
    ? html`<p class="brand">${content}</p>`
    : html`<a class="brand" href="${withQuery(path, { lang })}">${content}</a>`
}

/** Returns the paragraph that names a problem. Nothing without one. */
export const alert = (problem: string | null): Html | '' =>
  problem ? html`<p role="alert">${problem}</p>` : ''
