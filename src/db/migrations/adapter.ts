import { PrismaPg } from '@prisma/adapter-pg'
import {
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { retry } from '../../lib/concurrency/retry.ts'
import { isAtomic, type Migration } from './files.ts'
import { HOLD_WHILE_APPLYING } from './lock.ts'

/** SQLSTATE of a lock that was not available in time. */
const LOCK_NOT_AVAILABLE = '55P03'
/** Pause before another try, in which the statements that waited behind the migration run, in milliseconds. */
const PAUSE_MS = 1000

/** Receives the error of a failed migration, and the name of one that waits for the locks of others. */
type Listener = { onFailure: (error: Error) => void; onWait: (name: string) => void }

/**
 * Returns Prisma's PostgreSQL adapter on `pool`, adapted to migrations. A script is one message, in one
 * transaction with the update of its row in `_prisma_migrations`. The original splits it at each semicolon.
 * A transaction that waits for a lock is tried again and again, so that others do not wait behind it for long.
 * The engine's session lock is omitted, because a pooler would lose it.
 */
export function migrationAdapter(
  pool: pg.Pool,
  migrations: Migration[],
  { onFailure, onWait }: Listener,
): SqlMigrationAwareDriverAdapterFactory {
  const original = new PrismaPg(pool)
  const connect = async () => {
    const adapter = await original.connect()
    const executeRaw = adapter.executeRaw.bind(adapter)
    return Object.assign(adapter, {
      executeRaw: (query: SqlQuery) =>
        query.sql.startsWith('SELECT pg_advisory_lock(') ? Promise.resolve(0) : executeRaw(query),
      async executeScript(script: string) {
        const migration = migrations.find(({ sql }) => sql === script)
        try {
          if (migration && isAtomic(script)) await applyInTurns(pool, migration, onWait)
          else await pool.query(script)
        } catch (error) {
          const problem = error as pg.DatabaseError
          if (migration) onFailure(failureOf(migration, problem))
          throw new DriverAdapterError({
            kind: 'postgres',
            code: problem.code ?? '',
            severity: 'ERROR',
            message: problem.message,
            detail: undefined,
            column: undefined,
            hint: undefined,
          })
        }
      },
    })
  }
  return {
    provider: original.provider,
    adapterName: original.adapterName,
    connect,
    connectToShadowDb: () => original.connectToShadowDb(),
  }
}

function applyInTurns(pool: pg.Pool, migration: Migration, onWait: Listener['onWait']) {
  const isLocked = (error: unknown) => (error as pg.DatabaseError).code === LOCK_NOT_AVAILABLE
  return retry(() => pool.query(inOneTransaction(migration)), {
    delayMs: PAUSE_MS,
    isRetryable: isLocked,
    onFirstFailure: (error) => isLocked(error) && onWait(migration.name),
  })
}

function inOneTransaction({ name, sql }: Migration): string {
  const literal = `'${name.replaceAll("'", "''")}'`
  return `${HOLD_WHILE_APPLYING}${sql}\n;UPDATE public._prisma_migrations SET finished_at = now() WHERE migration_name = ${literal} AND finished_at IS NULL AND rolled_back_at IS NULL`
}

function failureOf(migration: Migration, error: pg.DatabaseError): Error {
  const { name, sql } = migration
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
