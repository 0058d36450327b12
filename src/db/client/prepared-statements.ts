import { createHash } from 'node:crypto'
import { CompiledQuery, type QueryResult, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { CallbackClient } from './callback-client.ts'
import type { Db } from '../database.ts'
import { parseTimestamptz } from './parse-timestamptz.ts'

/** Maximum number of named texts of a pool, which bounds the prepared statements of a session. */
const MAX_NAMED = 400
/** Maximum number of remembered texts that were executed once. */
const MAX_SEEN = 5_000

/** Options of a statement beside its text and its parameters. */
type StatementOptions = {
  /** Whether PostgreSQL plans it for each execution. */
  isReplanned?: true
  /** Whether its rows are arrays of their columns. */
  hasArrays?: true
}

/** Options of statements by their parameters, because Kysely passes nothing else of a compiled query to a client. */
const optionsOf = new WeakMap<object, StatementOptions>()

type ClientOptions = { isNamed: () => boolean; onStatement: ((text: string) => void) | undefined }

/**
 * Returns a pg client class based on `Base` that prepares each recurring parameterized statement once per
 * connection. It names the statement (PostgreSQL's extended query protocol), so that parsing and planning are
 * not repeated. All clients of the class use the same names. After a migration has changed the columns of a table, all
 * of them are replaced, and a statement outside of a transaction that was prepared before is sent again.
 */
export function preparedStatementClient(
  Base: new (config?: pg.ClientConfig) => CallbackClient,
  { isNamed, onStatement }: ClientOptions,
): typeof pg.Client {
  const names = createNames()
  class NamedStatementClient extends Base {
    constructor(config?: pg.ClientConfig) {
      super(config)
      setTypeParsers(this)
    }

    // pg declares a dozen overloads. All of them call this method.
    override query(...args: unknown[]): never {
      const [first] = args
      const text = sqlOf(first)
      if (text !== undefined) onStatement?.(text)
      return super.query(...(named(args, names, isNamed()) as [never]))
    }

    protected override afterError(error: Error, failed: unknown): unknown {
      if (!isOutdated(error)) return null
      const unnamed = names.withoutOutdated(failed as pg.QueryConfig)
      return this.getTransactionStatus() === 'I' ? unnamed : null
    }
  }
  return NamedStatementClient as unknown as typeof pg.Client
}

const sqlOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : (statement as { text?: string } | undefined)?.text

/** Returns the arguments of a query, with a name for a statement that has parameters and recurs. */
function named(args: unknown[], names: ReturnType<typeof createNames>, canBeNamed: boolean): unknown[] {
  const [first, values, ...rest] = args
  const text = sqlOf(first)
  if (text === undefined) return args
  if (typeof first === 'string') {
    if (!Array.isArray(values) || values.length === 0) return args
    const { isReplanned = false, hasArrays = false } = optionsOf.get(values) ?? {}
    const name = canBeNamed && !isReplanned ? names.of(text) : undefined
    const rowMode = hasArrays ? 'array' : undefined
    return name || rowMode ? [{ name, text, values, rowMode }, ...rest] : args
  }
  const config = first as { name?: string; values?: unknown[]; submit?: unknown }
  if (!canBeNamed || config.name || config.submit || !config.values?.length) return args
  const name = names.of(text)
  return name ? [{ ...config, name }, values, ...rest] : args
}

function setTypeParsers(client: pg.Client): void {
  // Counts and sums are parsed as numbers. None of them can exceed 2^53.
  client.setTypeParser(pg.types.builtins.INT8, Number)
  client.setTypeParser(pg.types.builtins.TIMESTAMPTZ, parseTimestamptz)
  // A day has no zone: as a Date it would depend on that of the machine.
  client.setTypeParser(pg.types.builtins.DATE, String)
}

/** Whether a statement was prepared before a migration changed the columns that it returns. */
export function isOutdated(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/**
 * Executes a statement that PostgreSQL plans for each execution, because the size of its tables may change by
 * orders of magnitude.
 */
export function executeReplanned<Row>(db: Db, query: RawBuilder<Row>): Promise<QueryResult<Row>> {
  return execute(db, query.compile(db), { isReplanned: true })
}

/**
 * Executes a statement and returns each row as an array of its columns, in their order, which is cheaper than
 * objects. There must be at least one parameter.
 */
export function executeAsArrays(db: Db, text: string, values: unknown[]): Promise<unknown[][]> {
  return arraysOf(db.withoutPlugins(), CompiledQuery.raw(text, values))
}

/** Executes a statement built with Kysely, as `executeAsArrays`. Its names are those of the database. */
export function executeBuiltAsArrays(db: Db, query: RawBuilder<unknown>): Promise<unknown[][]> {
  const plain = db.withoutPlugins()
  return arraysOf(plain, query.compile(plain))
}

async function arraysOf(plain: Db, compiled: CompiledQuery): Promise<unknown[][]> {
  const { rows } = await execute<unknown[]>(plain, compiled, { hasArrays: true })
  return rows
}

function execute<Row>(
  db: Db,
  compiled: CompiledQuery<Row>,
  options: StatementOptions,
): Promise<QueryResult<Row>> {
  optionsOf.set(compiled.parameters, options)
  return db.executeQuery(compiled)
}

/** Names texts from their second use on, at most 400. */
function createNames() {
  let names = new Map<string, string>()
  let generation = 0
  const seenOnce = new Set<string>()
  return {
    of(text: string): string | undefined {
      const existing = names.get(text)
      if (existing !== undefined) return existing
      if (names.size >= MAX_NAMED) return undefined
      if (!seenOnce.has(text)) {
        if (seenOnce.size >= MAX_SEEN) seenOnce.clear()
        seenOnce.add(text)
        return undefined
      }
      const name = `s${generation}_${createHash('sha1').update(text).digest('hex').slice(0, 20)}`
      names.set(text, name)
      return name
    },
    /** Replaces all names if that of a statement is one of them. Returns the statement without its name. */
    withoutOutdated({ name = '', ...statement }: pg.QueryConfig): pg.QueryConfig {
      if (name.startsWith(`s${generation}_`)) {
        generation++
        names = new Map()
      }
      return statement
    },
  }
}
