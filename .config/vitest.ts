import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Directory of compiled code, which later workers and runs load. */
const COMPILE_CACHE = `${ROOT}node_modules/.cache/compiled`

/** Tests that need PgBouncer, a system package. They are skipped without it, except in CI. */
const POOLER_TESTS = ['test/db/pooler*.test.ts', 'test/process/pgbouncer.test.ts']
const env = { PATH: `${process.env.PATH}:/usr/sbin` }
const hasPooler = process.env.CI !== undefined || spawnSync('pgbouncer', ['--version'], { env }).status === 0
if (!hasPooler) console.warn('pgbouncer is not installed: its tests are skipped')

/** Tests that start processes or PostgreSQL servers, write much data, or measure memory. */
const PROCESS_TESTS = [
  'test/process/**/*.test.ts',
  'test/db/{diff-models,embedded*,migrate,pooler*}.test.ts',
  'test/graphql/{long-texts,seed-bulk}.test.ts',
  'test/live/{bursts,retained-memory}.test.ts',
]
const exclude = [...configDefaults.exclude, ...(hasPooler ? [] : POOLER_TESTS)]

/** Node runs TypeScript natively, so tests load the same modules as the service. */
const experimental = { viteModuleRunner: false }

/** Options of both projects. */
const common = {
  root: ROOT,
  setupFiles: [`${ROOT}test/support/setup.ts`],
  env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Timeout of `expect.poll`. The default of one second is too short on a loaded machine.
  expect: { poll: { timeout: 20_000 } },
  pool: 'forks' as const,
  experimental,
}

export default defineConfig({
  root: ROOT,
  test: {
    globalSetup: [`${ROOT}test/support/global-setup.ts`],
    // Two workers use two cores, and PostgreSQL uses the remaining time.
    maxWorkers: 3,
    experimental,
    projects: [
      {
        root: ROOT,
        test: {
          ...common,
          name: 'api',
          // A file has its own modules: caches such as those of prepared statements outlive a file otherwise.
          isolate: true,
          include: ['test/**/*.test.ts'],
          exclude: [...exclude, ...PROCESS_TESTS],
        },
      },
      { root: ROOT, test: { ...common, name: 'process', include: PROCESS_TESTS, exclude } },
    ],
  },
})
