import { toMarkdown } from '../../lib/rich-text/html.ts'
import { richText } from '../../lib/rich-text/rich-text.ts'

/**
 * What is stored of an entry's text, sent as plain text or HTML. Markdown is made here, once, because making it
 * of long texts takes longer than a list of them may.
 * @throws AppError UNPROCESSABLE on `description` as `richText`
 */
export function changelogText(input: string) {
  const { html, text, preview } = richText('description', input)
  return { descriptionHtml: html, description: text, descriptionMarkdown: toMarkdown(html), preview }
}
