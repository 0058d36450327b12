import { firstCharacters, isBlankText, isLongerThan } from '../../lib/text/characters.ts'

const MAX_TITLE = 255

/** A title that fits, and the whole of it if it is cut. */
type FittedTitle = { title: string; whole: string | null }

/**
 * Returns a title of one line and at most 255 characters. A longer one is cut after a word and ends with `…`. Then
 * `whole` is the title before the cut, which belongs before the description.
 */
export function fitTitle(value: string): FittedTitle {
  const line = value.replaceAll(/\s+/g, ' ').trim().normalize()
  if (isBlankText(line)) return { title: '', whole: null }
  if (!isLongerThan(line, MAX_TITLE)) return { title: line, whole: null }
  const head = firstCharacters(line, MAX_TITLE - 1)
  const space = head.lastIndexOf(' ')
  const cut = space > MAX_TITLE / 2 ? head.slice(0, space) : head
  return { title: `${cut.trimEnd()}…`, whole: line }
}
