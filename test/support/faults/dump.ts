import type { PostgresServer } from '../postgres-server.ts'

/** The rows of each table, as JSON, and the next value of each sequence. */
type Dump = {
  tables: { name: string; columns: string; rows: string }[]
  sequences: { name: string; statement: string }[]
}

/** Tables of the service with the list of their stored columns. Rows of partitions are read from their table. */
const TABLES = `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`

/**
 * Reads all rows of the service and the values of its sequences. The programs of the embedded database contain no
 * `pg_dump`, whose dump of the data has the same content.
 */
export async function dump(server: PostgresServer): Promise<Dump> {
  const tables = await Promise.all(
    ((await server.query(TABLES)) as { name: string; columns: string }[]).map(async (table) => {
      const [row] = await server.query(
        `select coalesce(json_agg(row), '[]')::text as rows from (select ${table.columns} from ${table.name}) as row`,
      )
      return { ...table, rows: String(row?.rows) }
    }),
  )
  const sequences = await server.query(
    `select sequencename as name, format('select setval(%L, %s)', quote_ident(sequencename), last_value) as statement
     from pg_sequences where schemaname = 'public' and last_value is not null`,
  )
  return { tables, sequences: sequences as Dump['sequences'] }
}

/** Replaces all rows of a server that has the same tables. Neither triggers nor foreign keys are active. */
export async function restore(server: PostgresServer, { tables, sequences }: Dump): Promise<void> {
  const statements = [
    'begin',
    'set local session_replication_role = replica',
    ...tables.map(({ name }) => `truncate ${name} cascade`),
    ...tables.map(
      ({ name, columns, rows }) =>
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from json_populate_recordset(null::${name}, ${literal(rows)})`,
    ),
    ...sequences.map(({ statement }) => statement),
    'commit',
  ]
  await server.query(statements.join(';\n'))
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`
