/**
 * Labels in a text, between any of the separators. One in double quotes can contain them, and doubles its quotes.
 */
export function splitLabels(text: string, separators = ','): string[] {
  const item = new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*|([^${separators}]*))(?:[${separators}]|$)`, 'gy')
  return [...text.matchAll(item)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter((label) => label !== '')
}

/** A text of labels that `splitLabels` reads. */
export const joinLabels = (labels: readonly string[]): string =>
  labels.map((label) => (/[,;|]|^"/.test(label) ? `"${label.replaceAll('"', '""')}"` : label)).join(', ')
