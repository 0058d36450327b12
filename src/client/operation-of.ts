/** Texts and comments of a document, which may contain any word. */
const IGNORED = /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*/g

/**
 * Returns the kind of the operation of a document with one operation. A query or fragment with the name of another
 * kind counts as that kind, never the reverse.
 */
export function operationOf(document: string): 'query' | 'mutation' | 'subscription' {
  const text = document.replace(IGNORED, '')
  let depth = 0
  for (const [token] of text.matchAll(/[{}]|\b(?:mutation|subscription)\b/g)) {
    if (depth === 0 && (token === 'mutation' || token === 'subscription')) return token
    if (token === '{') depth++
    else if (token === '}') depth--
  }
  return 'query'
}

/** Whether the operation of a document declares the variable `$after`. */
export const declaresAfter = (document: string): boolean => /\$after\s*:/.test(document.replace(IGNORED, ''))
