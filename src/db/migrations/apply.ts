import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { retry } from '../../lib/concurrency/retry.ts'
import { destroyConnection } from '../deadline.ts'
import { isAtomic, type Migration } from './files.ts'
import { HOLD_WHILE_APPLYING } from './lock.ts'
import { statementsOf, type Statement } from './statements.ts'

type Work = {
  url: string
  /** Those that the database lacks, in order. */
  migrations: Migration[]
  silent: AbortSignal
  log: (line: string) => void
}

/** The table of Prisma's history of migrations. */
const HISTORY = `CREATE TABLE IF NOT EXISTS public._prisma_migrations (
  id VARCHAR(36) PRIMARY KEY,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0)`
/** SQLSTATE of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03'
/** Pause before another try, in which the statements that waited behind the migration run, in milliseconds. */
const PAUSE_MS = 1000

/**
 * Applies migrations in order and records them in Prisma's form. The caller holds the migration lock. A transaction
 * that waits for a lock is tried again and again, so that others do not wait behind it for long. Statements have no
 * deadline but `silent`, which destroys the connection when aborted.
 * @throws Error that names the migration, the line and PostgreSQL's reason.
 */
export async function applyMigrations({ url, migrations, silent, log }: Work): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  silent.addEventListener('abort', () => destroyConnection(client, silent.reason as Error))
  await client.connect()
  try {
    await client.query(HISTORY)
    for (const migration of migrations) {
      try {
        await applyMigration(client, migration, log)
      } catch (error) {
        throw failureOf(migration, error as FailedStatement)
      }
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Applies a migration in one transaction with its row. The row of one that permits no transaction precedes it. */
async function applyMigration(
  client: pg.Client,
  { name, sql, checksums: [checksum] }: Migration,
  log: Work['log'],
) {
  const id = randomUUID()
  const row = `INSERT INTO public._prisma_migrations (id, checksum, migration_name) VALUES ('${id}', '${checksum}', '${name.replaceAll("'", "''")}')`
  const finish = `UPDATE public._prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = '${id}'`
  const statements = statementsOf(sql)
  if (!isAtomic(sql)) {
    await client.query(row)
    await runAll(client, statements)
    await client.query(finish)
    return
  }
  const isLocked = (error: unknown) => (error as FailedStatement).code === LOCK_NOT_AVAILABLE
  await retry(() => inOneTransaction(client, { statements, records: [row, finish] }), {
    delayMs: PAUSE_MS,
    isRetryable: isLocked,
    onFirstFailure: (error) => isLocked(error) && log(`migration ${name} waits for other transactions`),
  })
}

type Parts = { statements: Statement[]; records: string[] }

async function inOneTransaction(client: pg.Client, { statements, records }: Parts): Promise<void> {
  await client.query('BEGIN')
  try {
    for (const text of HOLD_WHILE_APPLYING) await client.query(text)
    await runAll(client, statements)
    for (const text of records) await client.query(text)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** PostgreSQL's error with the line of the file at which its statement failed. */
type FailedStatement = pg.DatabaseError & { lineOfFile?: number }

/** Sends one statement after the other. @throws FailedStatement */
async function runAll(client: pg.Client, statements: Statement[]): Promise<void> {
  for (const { text, line } of statements) {
    try {
      await client.query(text)
    } catch (error) {
      const before = Number((error as pg.DatabaseError).position ?? 1) - 1
      throw Object.assign(error as Error, { lineOfFile: line + text.slice(0, before).split('\n').length - 1 })
    }
  }
}

function failureOf({ name, sql }: Migration, error: FailedStatement): Error {
  const reason = [error.message, error.detail, error.hint].filter(Boolean).join('. ')
  const after = isAtomic(sql)
    ? 'Nothing of it was applied. It is tried again at the next start.'
    : 'Parts of it may have been applied.'
  return new Error(
    `Migration ${name} failed${error.lineOfFile ? ` at line ${error.lineOfFile}` : ''}: ${reason}${error.code ? ` (${error.code})` : ''}. ${after}`,
    { cause: error },
  )
}
