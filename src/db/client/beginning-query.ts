import { InternalQuery, type Messages } from './query-internals.ts'

/** The statement that begins a transaction, prepared on its connection under this name. */
export const BEGIN = { name: 'begin', text: 'begin', values: [] as unknown[] }

/**
 * A statement that begins a transaction before it is executed, in one round trip. The server skips the statement if
 * the begin fails, because both precede one `Sync`. `BEGIN` must be prepared on the connection.
 */
export class BeginningQuery extends InternalQuery {
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
