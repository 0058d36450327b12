/** How much one operation may ask for; `cost` is about the number of values in its answer. */
export const LIMITS = { depth: 12, aliases: 30, tokens: 2_000, cost: 50_000 }
