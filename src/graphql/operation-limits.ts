/**
 * How much one operation may ask for. `selections` counts fields and fragments with each fragment counted wherever it
 * is spread; `comparisons` counts pairs of fields that meet under one response name; `cost` is about the number of
 * values in the answer; `values` counts everything inside the variables, nested values included.
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
}
