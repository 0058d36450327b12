/** Whether PostgreSQL can store the text: it refuses NUL characters, and UTF-8 has no lone surrogates. */
export function checkText(value: string): 'ok' | 'nul' | 'ill-formed' {
  if (value.includes('\0')) return 'nul'
  return value.isWellFormed() ? 'ok' : 'ill-formed'
}

/** What is wrong with a text that cannot be stored, as a predicate for its field; null when it can. */
export function stringProblem(value: string): string | null {
  return PROBLEMS[checkText(value)]
}

const PROBLEMS = { ok: null, nul: 'contains a NUL character', 'ill-formed': 'is not valid Unicode' } as const
