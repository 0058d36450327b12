export { html, textOfHtml, type Html } from '../lib/text/html.ts'
