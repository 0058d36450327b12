import { LOCALES, type Locale } from '../../modules/changelogs/locales.ts'
import { html, type Html } from '../html.ts'
import { languageName } from '../languages.ts'
import type { PortalVisit } from '../portal-visit.ts'

/** All languages by their names in themselves. */
const NAMED = LOCALES.map((code) => ({ code, name: languageName(code) })).sort((one, other) =>
  one.name.localeCompare(other.name, 'en'),
)

const option = (code: Locale, name: string, isSelected: boolean) =>
  html`<option value="${code}" lang="${code}" ${isSelected ? 'selected' : ''}>${name}</option>`

/** Options of the menu by the selected language. They are the same on all pages. */
const OPTIONS = new Map(
  LOCALES.map((selected) => [selected, NAMED.map(({ code, name }) => option(code, name, code === selected))]),
)

/**
 * Returns the form that shows the same page in another language. It works without a script. Only the answer of a form
 * has another address than its page.
 */
export function languageMenu({ path, words, draft }: PortalVisit): Html {
  const { pathname, searchParams } = new URL(path, 'http://own.invalid')
  searchParams.delete('lang')
  return html`<form class="language" ${draft ? html`action="${pathname}"` : ''}>
    ${[...searchParams].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <label class="unseen" for="lang">${words.text('language')}</label>
    <select id="lang" name="lang">
      ${OPTIONS.get(words.code) ?? ''}
    </select>
    <button class="link">${words.text('language.change')}</button>
  </form>`
}
