import { PrismaPg } from '@prisma/adapter-pg'
import {
  DriverAdapterError,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'
import type pg from 'pg'
import { isAtomic, type Migration } from './files.ts'
import { HOLD_WHILE_APPLYING } from './lock.ts'

/**
 * Returns Prisma's PostgreSQL adapter on `pool`, adapted to migrations. A script is one message, in one
 * transaction with the update of its row in `_prisma_migrations`. The original splits it at each semicolon.
 * The engine's session lock is omitted, because a pooler would lose it. `onFailure` receives the error of a
 * failed migration.
 */
export function migrationAdapter(
  pool: pg.Pool,
  migrations: Migration[],
  onFailure: (error: Error) => void,
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
          await pool.query(migration && isAtomic(script) ? inOneTransaction(migration) : script)
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
