/** Separates the fragments of a composed text, so that each can be found again. */
const SEPARATOR = '\n# ---- fragment ----\n'

/** Returns the text of a document or fragment with the fragments that it spreads, each of which occurs once. */
export function compose(text: string, fragments: readonly string[] = []): string {
  // A composed fragment ends with those that it spreads.
  const parts = fragments.flatMap((fragment) => fragment.split(SEPARATOR))
  return [...new Set([text, ...parts])].join(SEPARATOR)
}
