import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSuite, startCredentialProxy } from '../support/clients/protocol-suite.ts'
import { ROOT } from '../support/contract/source-files.ts'
import { addSuiteTools } from '../support/fixtures/suite-tools.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let proxy: Awaited<ReturnType<typeof startCredentialProxy>>
let removeTools: () => void

beforeAll(async () => {
  removeTools = addSuiteTools()
  proxy = await startCredentialProxy(
    () => app,
    '/mcp',
    () => tenant.key,
  )
})
afterAll(() => {
  removeTools()
  proxy.stop()
})

// Its status covers neither scenarios that it does not score nor those that it no longer runs.
test.each([
  [
    '2025-11-25',
    [
      'server-initialize: 2 passed, 0 failed',
      'ping: 2 passed, 0 failed',
      'tools-list: 3 passed, 0 failed',
      'tools-call-simple-text: 2 passed, 0 failed',
      'tools-call-error: 2 passed, 0 failed',
      'dns-rebinding-protection: 2 passed, 0 failed',
      'json-schema-2020-12: 8 passed, 0 failed',
    ],
  ],
  [
    '2026-07-28',
    [
      'server-stateless: 26 passed, 2 failed',
      'tools-list: 4 passed, 0 failed',
      'tools-call-simple-text: 2 passed, 0 failed',
      'tools-call-error: 2 passed, 0 failed',
      'dns-rebinding-protection: 2 passed, 0 failed',
      'http-header-validation: 14 passed, 0 failed',
      'json-schema-2020-12: 8 passed, 0 failed',
    ],
  ],
])('the official suite of the revision %s passes', async (revision, results) => {
  const failures = `${ROOT}test/mcp/expected-failures/${revision}.yml`
  const { status, output } = await runSuite([
    'server',
    ...['--url', `${proxy.url}/mcp`],
    ...['--requirements', revision],
    ...['--expected-failures', failures],
  ])
  for (const result of results) expect(output).toContain(result)
  expect(status, output.slice(-3000)).toBe(0)
})
