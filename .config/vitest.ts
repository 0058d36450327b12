import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that run PgBouncer, a package of the system: skipped without it, except where CI promises it. */
const POOLER_TESTS = ['test/db/pooler*.test.ts', 'test/process/pgbouncer.test.ts']
const env = { PATH: `${process.env.PATH}:/usr/sbin` }
const hasPooler = process.env.CI !== undefined || spawnSync('pgbouncer', ['--version'], { env }).status === 0
if (!hasPooler) console.warn('pgbouncer is not installed: its tests are skipped')

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(hasPooler ? [] : POOLER_TESTS)],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // How long what is polled for may take: on a machine that has more to do, a second is little.
    expect: { poll: { timeout: 8_000 } },
    // Two workers fill two cores; PostgreSQL takes what they leave.
    maxWorkers: 3,
    pool: 'forks',
    // Node runs TypeScript itself; tests load what the service loads.
    experimental: { viteModuleRunner: false },
  },
})
