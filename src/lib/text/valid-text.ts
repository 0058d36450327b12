/**
 * Whether PostgreSQL can store a text. It rejects NUL characters, and UTF-8 cannot encode lone surrogates.
 */
export function checkText(value: string): 'ok' | 'nul' | 'ill-formed' {
  if (value.includes('\0')) return 'nul'
  return value.isWellFormed() ? 'ok' : 'ill-formed'
}

/** Returns the problem of a text that cannot be stored, as a predicate for its field, or null. */
export function stringProblem(value: string): string | null {
  return PROBLEMS[checkText(value)]
}

const PROBLEMS = { ok: null, nul: 'contains a NUL character', 'ill-formed': 'is not valid Unicode' } as const
