import { withoutAccents, wordsOf } from '../words.ts'

/**
 * Returns how alike two titles are, from 0 to 1: the Dice coefficient of the pairs of characters of their
 * words, so that other endings and compound words count partly.
 */
export function titleLikeness(one: string, other: string): number {
  const [ours, theirs] = [pairsOf(one), pairsOf(other)]
  const total = sizeOf(ours) + sizeOf(theirs)
  if (total === 0) return 0
  let shared = 0
  for (const [pair, count] of ours) shared += Math.min(count, theirs.get(pair) ?? 0)
  return (2 * shared) / total
}

function pairsOf(title: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (const word of wordsOf(title).map(withoutAccents))
    for (let at = -1; at < word.length; at++) {
      const pair = `${word[at] ?? '^'}${word[at + 1] ?? '$'}`
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
  return pairs
}

const sizeOf = (pairs: Map<string, number>) => pairs.values().reduce((sum, count) => sum + count, 0)
