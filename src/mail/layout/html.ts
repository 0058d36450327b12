import { raw } from 'hono/html'
import { inkOn } from '../../lib/text/color.ts'
import { html, textOfHtml, type Html } from '../../lib/text/html.ts'
import type { Block } from '../kinds/kind.ts'
import { grouped, type Frame } from './frame.ts'

/** Colors of the dark scheme, for clients that support it. The others are written in each element. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #111827 !important }
  .card { background: #1f2937 !important; color: #f3f4f6 !important; border-color: #374151 !important }
  .note { color: #9ca3af !important }
  .code { background: #374151 !important; color: #f9fafb !important }
}`
/** Shows the edge of a part in both schemes, also if its color is that of the page. */
const EDGE = '#9ca3af'
const FONT = 'font-family: system-ui, -apple-system, Segoe UI, Roboto, Helvetica, Arial, sans-serif'

/** Returns the HTML of a mail, without pictures, scripts or links to other resources. */
export function htmlMessage(subject: string, blocks: readonly Block[], frame: Frame): string {
  const { words, name, color, footer } = frame
  const ink = inkOn(color)
  const code = blocks.find((block) => block.type === 'code')
  // The first text of a message is its preview in lists of messages.
  const preview = code ? `${words.text('code.lead')} ${grouped(code.code)}` : ''
  const lines = [words.text('sent-by', { name }), ...(footer ? footer.split('\n') : [])]
  return textOfHtml(
    html`<!doctype html>
      <html lang="${words.code}" dir="${words.dir}">
        ${head(subject)}
        <body class="page" style="margin: 0; padding: 24px 12px; background: #f3f4f6; ${FONT}">
          <div style="display: none; max-height: 0; overflow: hidden" aria-hidden="true">${preview}</div>
          <main
            class="card"
            style="max-width: 520px; margin: 0 auto; background: #ffffff; color: #111827; border: 1px solid #e5e7eb; border-radius: 12px; overflow: hidden"
          >
            <p
              style="margin: 0; padding: 16px 24px; background: ${color}; color: ${ink}; font-size: 17px; font-weight: 600"
            >
              ${name}
            </p>
            <div style="padding: 12px 24px 20px; font-size: 16px; line-height: 1.5; overflow-wrap: anywhere">
              ${blocks.map((block) => blockOf(block, { color, ink }))}
            </div>
          </main>
          <p
            class="note"
            style="max-width: 520px; margin: 16px auto 0; padding: 0 24px; color: #4b5563; font-size: 13px; line-height: 1.5; overflow-wrap: anywhere"
          >
            ${lines.map((line, at) => html`${at > 0 ? html`<br />` : ''}<bdi>${line}</bdi>`)}
          </p>
        </body>
      </html> `,
  )
}

const head = (title: string): Html =>
  html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="supported-color-schemes" content="light dark" />
    <title>${title}</title>
    <style>
      ${raw(DARK)}
    </style>
  </head> `

function blockOf(block: Block, { color, ink }: { color: string; ink: string }) {
  switch (block.type) {
    case 'text':
      return html`<p style="margin: 12px 0">${block.text}</p> `
    case 'note':
      return html`<p class="note" style="margin: 12px 0; color: #4b5563; font-size: 14px">${block.text}</p> `
    case 'code':
      // Screen readers say the digits one by one instead of two numbers.
      return html`<p style="margin: 12px 0">
        <span
          class="code"
          role="img"
          aria-label="${[...block.code].join(' ')}"
          dir="ltr"
          style="display: inline-block; padding: 10px 18px; border-radius: 8px; background: #f3f4f6; color: #111827; font-size: 30px; font-weight: 700; letter-spacing: 2px"
          >${grouped(block.code)}</span
        >
      </p> `
    case 'heading':
      return html`<h2 style="margin: 24px 0 8px; font-size: 17px"><bdi>${block.text}</bdi></h2> `
    case 'quote':
      return quoteOf(block)
    case 'links':
      return linksOf(block)
    case 'button':
      return html`<p style="margin: 16px 0">
        <a
          href="${block.link}"
          style="display: inline-block; padding: 10px 18px; border: 1px solid ${EDGE}; border-radius: 8px; background: ${color}; color: ${ink}; font-weight: 600; text-decoration: none"
          >${block.text}</a
        >
      </p> `
  }
}

type Quote = Extract<Block, { type: 'quote' }>
type Links = Extract<Block, { type: 'links' }>

const quoteOf = ({ author, text }: Quote) =>
  html`<blockquote style="margin: 12px 0; padding: 2px 16px; border-inline-start: 3px solid ${EDGE}">
    <p class="note" style="margin: 4px 0; color: #4b5563; font-size: 14px"><bdi>${author}</bdi></p>
    ${text
      .split('\n\n')
      .map((paragraph) => html`<p dir="auto" style="margin: 4px 0; white-space: pre-line">${paragraph}</p> `)}
  </blockquote> `

const linksOf = ({ links }: Links) =>
  html`<p class="note" style="margin: 0; color: #4b5563; font-size: 14px">
    ${links.map(
      ({ text, link }) =>
        html`<a
          href="${link}"
          style="display: inline-block; padding: 12px 0; margin-inline-end: 20px; color: inherit"
          >${text}</a
        >`,
    )}
  </p> `
