/**
 * How much one operation may ask for. `selections` counts fields and fragments, each fragment wherever it is spread;
 * `comparisons` counts pairs of fields that meet under one response name, and of fragments; `cost` is about the number of
 * values in the answer; `variables` are those sent, `values` everything inside of them. `tokens`, `lines` and `fragments`
 * are those of the document's text. `mutationCharacters` bounds all texts that the fields of a mutation receive, each as
 * often as it is used: no more than a request's body can hold; `mutationMarks` bounds the tags and lines in them, to twice
 * those of one text.
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
