import { storeStatement } from './statement-texts.ts'

/** Name of the variable that contains the directory of the statements of a run. */
export const STATEMENTS = 'TEST_STATEMENTS'

type Query = (this: unknown, ...given: [statement?: string | { text?: string }, ...unknown[]]) => unknown
type Class = { prototype: { query: Query } }

/** Stores each statement that a program sends through a class of clients, if its tests ask for that. */
export function collectFrom(client: Class): void {
  const directory = process.env[STATEMENTS]
  if (directory === undefined) return
  const { query } = client.prototype
  client.prototype.query = function (statement, ...others) {
    const text = typeof statement === 'string' ? statement : statement?.text
    if (text !== undefined) storeStatement(directory, text)
    return query.call(this, statement, ...others)
  }
}
