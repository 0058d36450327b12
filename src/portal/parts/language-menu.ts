import { LOCALES, type Locale } from '../../modules/changelogs/locales.ts'
import { html, type Html } from '../html.ts'
import { languageName } from '../visit/languages.ts'
import type { PortalVisit } from '../visit/portal-visit.ts'

const option = (code: Locale, name: string, isSelected: boolean) =>
  html`<option value="${code}" lang="${code}" ${isSelected ? 'selected' : ''}>${name}</option>`

/** Returns the options of the menu by the selected language, sorted by the names of the languages in themselves. */
function newOptions(): Map<string, Html[]> {
  const named = LOCALES.map((code) => ({ code, name: languageName(code) })).sort((one, other) =>
    one.name.localeCompare(other.name, 'en'),
  )
  return new Map(
    ['', ...LOCALES].map((selected) => [
      selected,
      named.map(({ code, name }) => option(code, name, code === selected)),
    ]),
  )
}

/** Options of all pages, created with the first one, because the names of languages take 8 MB. */
let options: Map<string, Html[]> | undefined

/** Returns the options of all languages, of which the one with the code is selected. */
export const languageOptions = (code: string): readonly Html[] => {
  options ??= newOptions()
  return options.get(code) ?? options.get('') ?? []
}

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
      ${languageOptions(words.code)}
    </select>
    <button class="link">${words.text('language.change')}</button>
  </form>`
}
