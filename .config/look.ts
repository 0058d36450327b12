import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { DEADLINE_MS } from '../test/support/deadline.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Takes the pictures of `npm run look` as a run of tests: the pages and their data are those of the tests. */
export default defineConfig({
  root: ROOT,
  test: {
    include: ['test/console/look.ts'],
    globalSetup: [`${ROOT}test/support/global-setup.ts`],
    setupFiles: [`${ROOT}test/support/setup.ts`],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: DEADLINE_MS } },
    pool: 'forks',
    maxWorkers: 1,
    experimental: { viteModuleRunner: false },
  },
})
