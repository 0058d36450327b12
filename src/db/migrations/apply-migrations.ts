import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { destroyConnection } from '../deadline.ts'
import { migrationAdapter } from './adapter.ts'
import type { Migration } from './files.ts'
import { openSchemaEngine } from './schema-engine.ts'

type Work = {
  url: string
  baseDir: string
  migrations: Migration[]
  silent: AbortSignal
  log: (line: string) => void
}

/**
 * Applies the migrations that the database lacks with Prisma's schema engine, and returns their names. The
 * caller holds the migration lock. Statements have no deadline but `silent`, which destroys the connection
 * when aborted.
 * @throws Error that names the migration, the line and PostgreSQL's reason.
 */
export async function applyMigrations({ url, baseDir, migrations, silent, log }: Work): Promise<string[]> {
  // With one connection, a SET in a migration holds until its end.
  const pool = new pg.Pool({ connectionString: url, max: 1, allowExitOnIdle: true })
  pool.on('connect', (client) => {
    client.on('error', () => {})
    silent.addEventListener('abort', () => destroyConnection(client, silent.reason as Error))
  })
  let failure: Error | undefined
  try {
    const adapter = migrationAdapter(pool, migrations, {
      onFailure: (error) => (failure ??= error),
      onWait: (name) => log(`migration ${name} waits for other transactions`),
    })
    const engine = await openSchemaEngine(bindMigrationAwareSqlAdapterFactory(adapter))
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: {
        baseDir,
        lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
        shadowDbInitScript: '',
        migrationDirectories: migrations.map(({ name, sql }) => ({
          path: name,
          migrationFile: { path: 'migration.sql', content: { tag: 'ok', value: sql } },
        })),
      },
      filters: { externalTables: [], externalEnums: [] },
    })
    return appliedMigrationNames
  } catch (error) {
    // The engine's message ends with a trace of its source.
    throw (
      failure ??
      new Error(`Cannot migrate the database: ${(error as Error).message.split('\n   0:')[0]}`, {
        cause: error,
      })
    )
  } finally {
    await pool.end()
  }
}
