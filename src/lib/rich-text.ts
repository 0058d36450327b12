import { preview, sanitize, toText } from './html.ts'

export type RichText = { html: string; text: string; preview: string }

/** What is stored of a text that a person wrote as plain text or HTML: safe HTML, its plain text and its first words. */
export function richText(input: string): RichText {
  const html = sanitize(input)
  const text = toText(html)
  return { html, text, preview: preview(text) }
}
