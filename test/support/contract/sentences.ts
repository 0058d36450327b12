const MAX_WORDS = 25

/** Returns the sentences of a text. Code in backticks counts as one word, and an abbreviation ends no sentence. */
export function sentencesOf(text: string): string[] {
  const plain = text
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/\*\*/g, '')
    .replaceAll(/\b(e\.g|i\.e|etc)\./g, '$1')
  return plain
    .split(/(?<=[.!?])\s+|\n\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Returns the sentences of a text that have more than 25 words. */
export function longSentencesOf(text: string): string[] {
  return sentencesOf(text).filter((sentence) => sentence.split(/\s+/).length > MAX_WORDS)
}
