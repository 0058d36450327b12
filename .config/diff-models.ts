import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  bindMigrationAwareSqlAdapterFactory,
  mockAdapter,
  type ErrorCapturingSqlMigrationAwareDriverAdapterFactory,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

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

let loaded: Promise<void> | undefined

/**
 * Opens Prisma's schema engine (WebAssembly, loaded once per process) on a database adapter. The module is
 * instantiated from its bytes, because Node prints a warning on standard error for WebAssembly imports.
 */
async function openSchemaEngine(
  adapter: ErrorCapturingSqlMigrationAwareDriverAdapterFactory,
): Promise<bindings.SchemaEngine> {
  await (loaded ??= load())
  return bindings.SchemaEngine.new({ datamodels: undefined }, () => {}, adapter)
}

async function load(): Promise<void> {
  const file = new URL(
    'schema_engine_bg.wasm',
    import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'),
  )
  const { instance } = await WebAssembly.instantiate(await readFile(file), {
    './schema_engine_bg.js': { ...bindings, ...withoutHold() },
  })
  bindings.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start as (() => void) | undefined
  start?.()
}

/** Unreferences the timer of the engine's lock timeout, which would delay the exit of the process by 10 seconds. */
function withoutHold(): Record<string, unknown> {
  const timers = Object.entries(bindings).filter(([name]) => name.startsWith('__wbg_setTimeout_'))
  return Object.fromEntries(
    timers.map(([name, start]) => [
      name,
      (...args: unknown[]) => {
        const timer: unknown = (start as (...args: unknown[]) => unknown)(...args)
        ;(timer as Partial<NodeJS.Timeout> | undefined)?.unref?.()
        return timer
      },
    ]),
  )
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
      to: { type: 'string', default: fileURLToPath(new URL('../prisma', import.meta.url)) },
    },
  })
  process.stdout.write(await diffModels(values))
}
