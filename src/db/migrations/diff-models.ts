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
 * The SQL that leads from the models in `from` (a `.prisma` file, or a directory searched for them; empty when left out)
 * to those in `to`: the first draft of a new migration. No database is needed.
 * @throws Error with Prisma's report when a schema is not valid.
 */
export async function diffModels({ from, to }: { from?: string; to: string }): Promise<string> {
  const engine = await openSchemaEngine(withoutDatabase())
  const { stdout } = await engine.diff({
    // Not "empty", from which the engine would also create the schema "public" that every database has.
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

/** An adapter that knows one answer: to the version, the only thing the engine asks before it compares models. */
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
