import { readFile } from 'node:fs/promises'
import type { ErrorCapturingSqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'

let loaded: Promise<void> | undefined

/**
 * Opens Prisma's schema engine (WebAssembly, loaded once per process) on a database adapter. The module is
 * instantiated from its bytes, because Node prints a warning on standard error for WebAssembly imports.
 */
export async function openSchemaEngine(
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
