import type { Row } from '../../sources/row.ts'

/** Returns the first of some headings that has a value in a row, else the first. */
export const field = (row: Row, ...names: string[]): string =>
  names.find((name) => row.word(name) !== undefined) ?? names[0] ?? ''

/** Returns the heading of a field of ideas, in the spelling of the classic set, the full export or the analysis. */
export const ideaField = (row: Row, ...names: string[]): string =>
  field(row, ...names.flatMap((name) => [`Idea ${name}`, `suggestion.${name}`, name]))
