const MAX_LENGTH = 8_192

/**
 * Returns the path of this site to which a form leads after it: `value` if it is one, else `fallback`. It is
 * no value that any browser reads as the address of another site, such as `//host` and `/\host`.
 */
export function returnPath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !isOwnPath(value)) return fallback
  const base = 'http://own.invalid'
  if (!URL.canParse(value, base)) return fallback
  const { origin, pathname, search, hash } = new URL(value, base)
  const path = pathname + search + hash
  return origin === base && isOwnPath(path) ? path : fallback
}

/** Whether a text starts with one slash and has no character that browsers remove or read as a slash. */
const isOwnPath = (text: string) => /^\/(?!\/)[\x21-\x5b\x5d-\x7e]*$/.test(text)
