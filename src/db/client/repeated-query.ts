import { InternalQuery, type Messages } from './query-internals.ts'

/** A value of a parameter. */
export type Scalar = string | number | boolean | null

/**
 * A statement that is executed once for each list of values, in one round trip. All executions precede one `Sync`, so
 * that they are one transaction (PostgreSQL, chapter "Message Flow", section "Pipelining"). The result has the rows of
 * all executions in their order.
 */
export class RepeatedQuery extends InternalQuery {
  // `Sync` follows an `Execute` only in the extended protocol.
  override queryMode = 'extended' as const
  readonly #lists: readonly (readonly Scalar[])[]
  #remaining: number

  constructor(
    config: unknown,
    lists: readonly (readonly Scalar[])[],
    callback: (error: Error | null, result: unknown) => void,
  ) {
    super(config, undefined, callback)
    this.#lists = lists
    this.#remaining = lists.length
  }

  override prepare(connection: Messages): void {
    const { name, text } = this
    if (!this.hasBeenParsed(connection)) {
      connection.parse({ text, name })
      if (name) connection.submittedNamedStatements[name] = text
    }
    for (const [index, values] of this.#lists.entries()) {
      connection.bind({ portal: '', statement: name, values: values.map(textOf) })
      // All executions return the same columns.
      if (index === 0) connection.describe({ type: 'P', name: '' })
      connection.execute({ portal: '', rows: 0 })
    }
    connection.sync()
  }

  override handleCommandComplete(message: unknown, connection: Messages): void {
    this.#remaining -= 1
    if (this.#remaining === 0) super.handleCommandComplete(message, connection)
  }
}

const textOf = (value: Scalar) => (value === null ? null : String(value))
