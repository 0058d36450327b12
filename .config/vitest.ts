import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that need PgBouncer, a system package. They are skipped without it, except in CI. */
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
    // Timeout of `expect.poll`. The default of one second is too short on a loaded machine.
    expect: { poll: { timeout: 8_000 } },
    // Two workers use two cores, and PostgreSQL uses the remaining time.
    maxWorkers: 3,
    pool: 'forks',
    // Node runs TypeScript natively, so tests load the same modules as the service.
    experimental: { viteModuleRunner: false },
  },
})
