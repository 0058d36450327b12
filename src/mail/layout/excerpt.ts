import { firstCharacters } from '../../lib/text/characters.ts'

/** An address with a scheme, or what programs take for one. */
const ADDRESS = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.|mailto:)\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+\/\S*/giu
/** A dot within a word, such as that of a host. */
const DOT = /(?<=[\p{L}\p{N}-])\.(?=\p{L}{2})/gu
const WORD_JOINER = '\u2060'

/**
 * Returns the first words of a text that people outside the team have written, in one paragraph of at most `most`
 * characters. Addresses of other hosts become `[link]`, and names of hosts are no links, so that no mail of the
 * organization leads to a page of a stranger. Words of the team (`isOurs`) keep them, and their lines.
 */
export function excerpt(
  text: string,
  { host, most = 300, isOurs = false }: { host: string; most?: number; isOurs?: boolean },
): string {
  const line = firstCharacters(text, 4 * most)
    .replaceAll(isOurs ? /[^\S\n]+/g : /\s+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  const safe = isOurs
    ? line
    : line
        .replaceAll(ADDRESS, (address) => (hostOf(address) === host ? address : '[link]'))
        .replaceAll(DOT, `.${WORD_JOINER}`)
  const first = firstCharacters(safe, most)
  return first.length < safe.length ? `${first.trimEnd()}…` : first
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : null)
