/** External id of the one person of a source who replaces all authors without a name. */
export const ANONYMOUS = 'anonymous'

const NAMELESS = new Set(['anonymous', 'anonym', 'anonyme', 'anónimo', 'anonimo', 'guest user'])

/** External id of a person of whom the source has a name only: `name:` and the name in lower case. */
export function nameKey(name: string): string {
  const key = name.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  return key === '' || NAMELESS.has(key) ? ANONYMOUS : `name:${key}`
}
