import { toMarkdown } from '../../lib/rich-text/html.ts'
import { richText } from '../../lib/rich-text/rich-text.ts'

/**
 * Returns the stored forms of an entry's text, sent as plain text or HTML. Markdown is rendered here once,
 * because rendering long texts would make lists too slow.
 * @throws AppError UNPROCESSABLE on `description`, as `richText`
 */
export function changelogText(input: string) {
  const { html, text, preview } = richText('description', input)
  return { descriptionHtml: html, description: text, descriptionMarkdown: toMarkdown(html), preview }
}
