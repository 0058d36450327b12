import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { retry } from '../../lib/concurrency/retry.ts'
import { destroyConnection } from '../deadline.ts'
import { isAtomic, type Migration } from './files.ts'
import { HOLD_WHILE_APPLYING } from './lock.ts'

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
        throw failureOf(migration, error as pg.DatabaseError)
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
  if (!isAtomic(sql)) {
    await client.query(row)
    await client.query(sql)
    await client.query(finish)
    return
  }
  const isLocked = (error: unknown) => (error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE
  // One message is one transaction.
  await retry(() => client.query(`${HOLD_WHILE_APPLYING}${sql}\n;${row};${finish}`), {
    delayMs: PAUSE_MS,
    isRetryable: isLocked,
    onFirstFailure: (error) => isLocked(error) && log(`migration ${name} waits for other transactions`),
  })
}

function failureOf({ name, sql }: Migration, error: pg.DatabaseError): Error {
  const prefix = isAtomic(sql) ? HOLD_WHILE_APPLYING.length : 0
  const line = error.position
    ? sql.slice(0, Math.max(0, Number(error.position) - 1 - prefix)).split('\n').length
    : undefined
  const reason = [error.message, error.detail, error.hint].filter(Boolean).join('. ')
  const after =
    prefix > 0
      ? 'Nothing of it was applied. It is tried again at the next start.'
      : 'Parts of it may have been applied.'
  return new Error(
    `Migration ${name} failed${line ? ` at line ${line}` : ''}: ${reason}${error.code ? ` (${error.code})` : ''}. ${after}`,
    { cause: error },
  )
}
