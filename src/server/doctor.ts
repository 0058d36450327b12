import { access, constants, mkdir } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { createLogger } from '../lib/log.ts'
import { openInstallation } from './open-installation.ts'
import { publicUrlOf } from './public-url.ts'

export type Check = { name: string; ok: boolean; detail: string }

/** Checks an installation as far as it gets: what works, what does not and what to do. It changes nothing but pending migrations. */
export async function diagnose(config: Config): Promise<{ healthy: boolean; checks: Check[] }> {
  const checks: Check[] = [
    await check('Node.js', async () => process.version),
    await check('data directory', async () => {
      if (config.databaseUrl !== null) return 'not needed: DATABASE_URL is set'
      await mkdir(config.dataDir, { recursive: true })
      await access(config.dataDir, constants.W_OK)
      return config.dataDir
    }),
    ...(await checkDatabase(config)),
    await check('public address', async () => publicUrlOf(config)),
  ]
  return { healthy: checks.every(({ ok }) => ok), checks }
}

async function checkDatabase(config: Config): Promise<Check[]> {
  const checks: Check[] = []
  const opened = await check('database', async () => {
    const { database, close } = await openInstallation(config, createLogger('silent'))
    try {
      checks.push(
        await check('PostgreSQL', async () => {
          const { rows } = await database.pool.query<{ version: string; number: number }>(
            "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
          )
          if ((rows[0]?.number ?? 0) < 150_000)
            throw new Error(`${rows[0]?.version} is too old: 15 or newer is needed`)
          return rows[0]?.version ?? ''
        }),
        await check('organizations', async () =>
          String((await database.pool.query('select from organizations')).rowCount),
        ),
      )
    } finally {
      await close()
    }
    return config.databaseUrl === null ? 'embedded, migrated' : 'DATABASE_URL, migrated'
  })
  return [opened, ...checks]
}

async function check(name: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() }
  } catch (error) {
    return { name, ok: false, detail: (error as Error).message }
  }
}
