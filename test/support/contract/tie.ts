/**
 * How the organization of a table's rows is given: by one value, by a list or by rows of another query, or not at
 * all.
 */
export type Tie = 'one' | 'many' | 'none'

/** A table of organizations in a query, with the tie of its rows. */
export type TiedTable = {
  table: string
  tie: Tie
  /** Whether a query around it, which does not name its organization, reads rows of functions or of WITH only. */
  isOfValue: boolean
}

/** Sources of rows by name, with their ties. */
export type Scope = Map<string, Tie>

/** From the weakest on. */
export const ORDER: readonly Tie[] = ['none', 'many', 'one']

/** Returns the weakest of ties. */
export const worst = (ties: Tie[]): Tie =>
  ties.reduce((one, other) => (ORDER.indexOf(other) < ORDER.indexOf(one) ? other : one), 'one')
