import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  bindMigrationAwareSqlAdapterFactory,
  mockAdapter,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import { openSchemaEngine } from './schema-engine.ts'

const NO_MODELS = [{ path: 'schema.prisma', content: 'datasource db {\n  provider = "postgresql"\n}\n' }]

/**
 * Returns the SQL that changes the models in `from` to those in `to`, as the first draft of a migration. Each
 * is a `.prisma` file or a directory searched for them. Without `from`, there are no models. No database is
 * needed.
 * @throws Error with Prisma's report when a schema is not valid.
 */
export async function diffModels({ from, to }: { from?: string; to: string }): Promise<string> {
  const engine = await openSchemaEngine(withoutDatabase())
  const { stdout } = await engine.diff({
    // With "empty", the engine would also create the schema "public", which every database has.
    from: { tag: 'schemaDatamodel', files: from === undefined ? NO_MODELS : readSchema(from) },
    to: { tag: 'schemaDatamodel', files: readSchema(to) },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  })
  return stdout ?? ''
}

function readSchema(path: string): { path: string; content: string }[] {
  if (statSync(path).isFile()) return [{ path, content: readFileSync(path, 'utf8') }]
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.prisma'),
  )
  if (names.length === 0) throw new Error(`There is no .prisma file in ${path}`)
  return names
    .sort()
    .map((name) => ({ path: join(path, name), content: readFileSync(join(path, name), 'utf8') }))
}

/**
 * Returns an adapter that only answers the query for the server's version, which precedes the comparison of
 * models.
 */
function withoutDatabase() {
  const version: SqlResultSet = {
    columnNames: ['exists', 'version', 'numeric_version'],
    columnTypes: [5, 7, 0],
    rows: [[true, 'PostgreSQL 15.0', 150_000]],
  }
  const connect = async () => ({ ...mockAdapter('postgres'), queryRaw: async () => version })
  return bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: 'none',
    connect,
    connectToShadowDb: connect,
  })
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string', default: fileURLToPath(new URL('../../../prisma', import.meta.url)) },
    },
  })
  process.stdout.write(await diffModels(values))
}
