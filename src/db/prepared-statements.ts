import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryResult, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import { parseTimestamptz } from './parse-timestamptz.ts'

/** Maximum number of named texts of a pool, which bounds the prepared statements of a session. */
const MAX_NAMED = 400
/** Maximum number of remembered texts that were executed once. */
const MAX_SEEN = 5_000

/** Parameters of the statements of `executeReplanned`, by which a client recognizes them. */
const replanned = new WeakSet<object>()

/** Parameters of the statements of `executeAsArrays`. */
const inArrays = new WeakSet<object>()

type Options = { isNamed: () => boolean; onStatement: ((text: string) => void) | undefined }

/**
 * Returns a pg client class based on `Base` that prepares each recurring parameterized statement once per
 * connection. It names the statement (PostgreSQL's extended query protocol), so that parsing and planning are
 * not repeated. All clients of the class use the same names.
 */
export function preparedStatementClient(
  Base: new (config?: pg.ClientConfig) => pg.Client,
  { isNamed, onStatement }: Options,
): typeof pg.Client {
  const nameOf = createNames()
  class NamedStatementClient extends Base {
    constructor(config?: pg.ClientConfig) {
      super(config)
      // Counts and sums are parsed as numbers. None of them can exceed 2^53.
      this.setTypeParser(pg.types.builtins.INT8, Number)
      this.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamptz)
      // A day has no zone: as a Date it would depend on that of the machine.
      this.setTypeParser(pg.types.builtins.DATE, String)
    }

    // pg declares a dozen overloads. All of them call this method.
    override query(...args: unknown[]): never {
      const [first, second, ...rest] = args
      const text = typeof first === 'string' ? first : (first as { text?: string } | undefined)?.text
      if (text !== undefined) onStatement?.(text)
      const send = super.query.bind(this) as unknown as (...parts: unknown[]) => never
      if (text === undefined) return send(...args)
      if (typeof first === 'string') {
        if (!Array.isArray(second) || second.length === 0) return send(...args)
        const name = isNamed() && !replanned.has(second) ? nameOf(text) : undefined
        const rowMode = inArrays.has(second) ? 'array' : undefined
        return name || rowMode ? send({ name, text, values: second, rowMode }, ...rest) : send(...args)
      }
      if (!isNamed()) return send(...args)
      const config = first as { name?: string; values?: unknown[]; submit?: unknown }
      if (config.name || config.submit || !config.values?.length) return send(...args)
      const name = nameOf(text)
      return name ? send({ ...config, name }, second, ...rest) : send(...args)
    }
  }
  return NamedStatementClient as unknown as typeof pg.Client
}

/**
 * Executes a statement that PostgreSQL plans for each execution, because the size of its tables may change by
 * orders of magnitude.
 */
export function executeReplanned<Row>(db: Db, query: RawBuilder<Row>): Promise<QueryResult<Row>> {
  const compiled = query.compile(db)
  replanned.add(compiled.parameters)
  return db.executeQuery(compiled)
}

/**
 * Executes a statement and returns each row as an array of its columns, in their order, which is cheaper than
 * objects. There must be at least one parameter.
 */
export function executeAsArrays(db: Db, text: string, values: unknown[]): Promise<unknown[][]> {
  return arraysOf(db, CompiledQuery.raw(text, values))
}

/** Executes a statement built with Kysely, as `executeAsArrays`. */
export function executeBuiltAsArrays(db: Db, query: RawBuilder<unknown>): Promise<unknown[][]> {
  return arraysOf(db, query.compile(db))
}

async function arraysOf(db: Db, compiled: CompiledQuery): Promise<unknown[][]> {
  inArrays.add(compiled.parameters)
  const { rows } = await db.withoutPlugins().executeQuery<unknown[]>(compiled)
  return rows
}

/** Returns a function that names a text from its second use on, and at most 400 texts. */
function createNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (text) => {
    const existing = names.get(text)
    if (existing !== undefined) return existing
    if (names.size >= MAX_NAMED) return undefined
    if (!seenOnce.has(text)) {
      if (seenOnce.size >= MAX_SEEN) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    }
    const name = `s_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
    names.set(text, name)
    return name
  }
}
