/**
 * Reads a list that is written as one text: items between any of the separators, trimmed and without blank ones. An
 * item in double quotes can contain separators, and doubles its quotes. `joinList` writes it.
 */
export function splitList(text: string, separators: ',' | ',;' = ','): string[] {
  const item = new RegExp(`\\s*(?:"((?:[^"]|"")*)"\\s*|([^${separators}]*))(?:[${separators}]|$)`, 'gy')
  return [...text.matchAll(item)]
    .map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
    .filter((one) => one !== '')
}

/** Writes a list as one text, which `splitList` reads with either separators. */
export const joinList = (items: readonly unknown[]): string =>
  items
    .map(String)
    .map((item) => (/[,;]|^\s*"/.test(item) ? `"${item.replaceAll('"', '""')}"` : item))
    .join(', ')
