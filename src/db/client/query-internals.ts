import pg from 'pg'

/** The messages of the protocol that a query sends (PostgreSQL, chapter "Message Formats"). */
export type Messages = {
  submittedNamedStatements: Record<string, string>
  parse(message: { text: string; name: string | undefined }): void
  bind(message: BindMessage): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
}

type BindMessage = {
  portal: string
  statement: string | undefined
  values: readonly (string | null)[]
}

/** The class of queries of `pg` with its internals. */
type QueryInternals = new (
  config: unknown,
  values: unknown,
  callback: (error: Error | null, result: unknown) => void,
) => {
  name: string | undefined
  text: string
  queryMode: 'extended' | undefined
  submit(connection: Messages): Error | null
  prepare(connection: Messages): void
  hasBeenParsed(connection: Messages): boolean
  handleCommandComplete(message: unknown, connection: Messages): void
}

/** The class from which queries with other messages derive. */
export const InternalQuery = pg.Query as unknown as QueryInternals
