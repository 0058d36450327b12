import pg from 'pg'

/** The messages of the protocol that a query sends (PostgreSQL, chapter "Message Formats"). */
type Messages = {
  bind(message: { portal: string; statement: string; values: unknown[] }): void
  execute(message: { portal: string; rows: number }): void
}

/** The internals of a query of `pg` that `BeginningQuery` changes. */
type QueryInternals = new (
  config: unknown,
  values: unknown,
  callback: (error: Error | null, result: unknown) => void,
) => {
  queryMode: 'extended' | undefined
  submit(connection: Messages): Error | null
  prepare(connection: Messages): void
  handleCommandComplete(message: unknown, connection: Messages): void
}

/** The statement that begins a transaction, prepared on its connection under this name. */
export const BEGIN = { name: 'begin', text: 'begin', values: [] as unknown[] }

/**
 * A statement that begins a transaction before it is executed, in one round trip. The server skips the statement if
 * the begin fails, because both precede one `Sync`. `BEGIN` must be prepared on the connection.
 */
export class BeginningQuery extends (pg.Query as unknown as QueryInternals) {
  // `Sync` follows an `Execute` only in the extended protocol.
  override queryMode = 'extended' as const
  #hasBegun = false

  override prepare(connection: Messages): void {
    connection.bind({ portal: '', statement: BEGIN.name, values: [] })
    connection.execute({ portal: '', rows: 0 })
    super.prepare(connection)
  }

  override handleCommandComplete(message: unknown, connection: Messages): void {
    if (this.#hasBegun) super.handleCommandComplete(message, connection)
    this.#hasBegun = true
  }
}
