/**
 * Limits of one operation. `selections` counts fields and fragments, each fragment at each spread.
 * `comparisons` counts pairs of fields under one response name, and of fragments. `cost` is about the number
 * of values in the result. `variables` counts the variables sent, `values` everything in them. `tokens`,
 * `lines` and `fragments` count those of the document. `mutationCharacters` bounds all texts that the fields
 * of a mutation receive, counted at each use. It is about the size of a request's body. `mutationMarks`
 * bounds the tags and lines in them, to three times those of one text.
 */
export const LIMITS = {
  depth: 12,
  aliases: 30,
  tokens: 2_000,
  lines: 2_500,
  fragments: 100,
  selections: 3_000,
  comparisons: 20_000,
  cost: 50_000,
  variables: 500,
  values: 50_000,
  mutationCharacters: 1_000_000,
  mutationMarks: 60_000,
}
