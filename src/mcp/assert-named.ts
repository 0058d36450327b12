import { unprocessable } from '../lib/errors.ts'
import { plainText } from '../lib/text/shown-text.ts'

/** Minimum number of characters of the first words of a text. */
const FIRST = 12

const comparable = (text: string) => plainText(text).replace(/\s+/g, ' ').trim().toLowerCase()

/**
 * Checks that a call repeats the title of its object, or the first words of a text. An agent that has read another
 * object is stopped before it destroys this one.
 * @throws AppError UNPROCESSABLE
 */
export function assertNamed(given: string, title: string, { mayBeFirst = false } = {}): void {
  const [wanted, actual] = [comparable(given), comparable(title)]
  if (wanted === actual || (mayBeFirst && wanted.length >= FIRST && actual.startsWith(wanted))) return
  throw unprocessable('title', 'is not that of the object')
}
