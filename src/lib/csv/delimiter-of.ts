const DELIMITERS = [',', ';', '\t'] as const

/**
 * Returns the delimiter of a CSV text: the one of comma, semicolon and tab that occurs most often in its first
 * line outside quotes. A text with none of them has one column, and the comma.
 */
export function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]))
  const countOf = (delimiter: string) => counts.get(delimiter) ?? 0
  let isQuoted = false
  for (let index = 0; index < text.length; index++) {
    const character = text.charAt(index)
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '\n' || character === '\r') break
    else if (counts.has(character)) counts.set(character, countOf(character) + 1)
  }
  return DELIMITERS.reduce((most, next) => (countOf(next) > countOf(most) ? next : most))
}
