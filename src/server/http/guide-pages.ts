import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RequestHandler } from 'express'
import { pageHeaders } from './edge/security-headers.ts'
import { PAGE_STYLE } from './home-page.ts'

/** Names of the guides of imports among the documents. */
const GUIDE = /^(importing|leaving)(-[a-z]+)?$/
const STYLE = `${PAGE_STYLE}
main { overflow-wrap: break-word }
p { margin: .75rem 0 }
h2 { margin: 2rem 0 .5rem }
pre, table { display: block; overflow-x: auto }
pre { border: 1px solid var(--line); border-radius: 6px; padding: .75rem }
pre code { overflow-wrap: normal }
table { border-collapse: collapse }
th, td { border-bottom: 1px solid var(--line); padding: .375rem .75rem .375rem 0; text-align: left; vertical-align: top }
`
const HEADERS = {
  ...pageHeaders([
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    'img-src data:',
  ]),
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const pages = new Map<string, Promise<string | null>>()

/** Serves a guide of imports, such as `leaving-canny`, as a page. Passes on other addresses. */
export const guidePage: RequestHandler<{ name: string }> = async ({ params: { name } }, response, next) => {
  if (!GUIDE.test(name)) return next()
  const page = pages.get(name) ?? readGuide(name)
  pages.set(name, page)
  const html = await page
  if (html === null) return next()
  response.set(HEADERS).type('html').send(html)
}

async function readGuide(name: string): Promise<string | null> {
  const text = await readFile(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8').catch(() => null)
  if (text === null) return null
  const title = /^# (.+)$/m.exec(text)?.[1] ?? name
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
${await toHtml(text)}</main>
</body>
</html>
`
}

/** Renders Markdown. Headings have ids, links lead to other guides, and tables can be scrolled by the keyboard. */
async function toHtml(text: string): Promise<string> {
  // Loaded on demand, because few processes serve a guide.
  const { default: MarkdownIt } = await import('markdown-it')
  const markdown = new MarkdownIt()
  markdown.renderer.rules['heading_open'] = (tokens, index) => {
    const { tag } = tokens[index] ?? { tag: 'h2' }
    return `<${tag} id="${headingId(tokens[index + 1]?.content ?? '')}">`
  }
  markdown.renderer.rules['table_open'] = () => '<table tabindex="0">'
  return markdown.render(text.replaceAll(/\[([^\]]*)\]\(([\w./-]+)\.md(#[\w-]+)?\)/g, linkOf))
}

const headingId = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

/** Guides lead to each other. Other documents are not served, so only the text of their links stays. */
const linkOf = (_link: string, text: string, name: string, part = '') =>
  GUIDE.test(name) ? `[${text}](/docs/guides/${name}${part})` : text
