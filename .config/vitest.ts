import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
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
