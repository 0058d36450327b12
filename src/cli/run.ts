import type { Command } from 'commander'
import type { Keys, SecretKeySource } from '../auth/keys.ts'
import { readConfig, type Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { print } from './print.ts'

/** Resources of a command that needs the database. */
export type Tools = {
  config: Config
  database: Database
  secretKey: SecretKeySource
  keys: Keys
  issuer: string
}

/**
 * Opens the installation, runs a command, prints its result unless it is null, and closes the installation. A signal
 * closes it too, and ends the process with 128 and the number of the signal. `timeoutMs` replaces the deadline of
 * statements.
 */
export async function run(
  program: Command,
  command: (tools: Tools) => Promise<object | null>,
  options: { anyKey?: boolean | undefined; timeoutMs?: number } = {},
): Promise<void> {
  const settings = readConfig()
  const config = { ...settings, databaseTimeout: options.timeoutMs ?? settings.databaseTimeout }
  // Loaded on demand, so that help and wrong options need no database.
  const [{ deriveKeys }, { createLogger }, { bootstrap }, { publicUrlOf }, { firstSignal }] =
    await Promise.all([
      import('../auth/keys.ts'),
      import('../lib/log/logger.ts'),
      import('../server/lifecycle/bootstrap.ts'),
      import('../server/lifecycle/public-url.ts'),
      import('../server/lifecycle/process-events.ts'),
    ])
  const log = createLogger('warn', { destination: process.stderr, human: process.stderr.isTTY === true })
  const signal = firstSignal()
  const opening = bootstrap(config, log, { anyKey: options.anyKey === true })
  const working = opening.then(async ({ database, secretKey }) => {
    const keys = deriveKeys(secretKey)
    const result = await command({ config, database, secretKey, keys, issuer: publicUrlOf(config) })
    if (result !== null) print(program, result)
  })
  // After a signal, the command fails without its database.
  const code = await Promise.race([signal, working.then(() => null)]).finally(() =>
    opening.then(({ close }) => close()),
  )
  if (code !== null) process.exit(code)
}
