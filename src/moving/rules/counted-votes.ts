/**
 * Returns the votes of a post that are counted without a row: their count less the distinct voters whom the source
 * names, on the post and on posts merged into it, and at least 0. Without a count there are none.
 */
export const countedVotes = (theirCount: number | undefined, namedVoters: number): number =>
  Math.max(0, (theirCount ?? 0) - namedVoters)
