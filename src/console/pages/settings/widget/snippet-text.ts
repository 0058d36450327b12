/** Choices of the person. Empty ones have the default of the widget. */
export type WidgetChoices = { lang: string; label: string; target: string }

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Returns the HTML of the widget. `portalUrl` is `<origin>/@<slug>`, or the address of an own host. */
export function snippetText(portalUrl: string, { lang, label, target }: WidgetChoices): string {
  const { origin, pathname } = new URL(portalUrl)
  const organization = /^\/@(.+)$/.exec(pathname)?.[1] ?? ''
  const attributes = Object.entries({
    'data-organization': decodeURIComponent(organization),
    'data-lang': lang,
    'data-label': label,
    'data-target': target,
  }).flatMap(([name, value]) => (value === '' ? [] : [`${name}="${escaped(value)}"`]))
  return `<script ${[`src="${origin}/widget.js"`, ...attributes, 'async'].join(' ')}></script>`
}
