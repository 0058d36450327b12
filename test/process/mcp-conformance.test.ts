import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '../support/contract/source-files.ts'
import { useApp, useTenant } from '../support/use.ts'

const SUITE = `${ROOT}node_modules/@modelcontextprotocol/conformance/dist/index.js`

const app = useApp()
const tenant = useTenant(app)
let proxy: Server
let address: string
let folder: string

/** The suite sends no credential. A proxy adds a key, and passes the name of the host on. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolog-mcp-'))
  proxy = createServer((request, response) => {
    const { port } = new URL(app.url)
    const headers = { ...request.headers, ...tenant.key }
    const passed = send({ port, host: '127.0.0.1', path: request.url, method: request.method, headers })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
})
afterAll(async () => {
  proxy.closeAllConnections()
  proxy.close()
  await rm(folder, { recursive: true })
})

test.each([
  ['2025-11-25', ['server-initialize: 2 passed, 0 failed', 'ping: 2 passed, 0 failed']],
  // Its failed checks call a tool of the fixtures.
  ['2026-07-28', ['server-stateless: 24 passed, 4 failed', 'http-header-validation: 14 passed, 0 failed']],
])('the official suite of the revision %s passes but for its fixtures', async (revision, results) => {
  const failures = `${ROOT}test/mcp/expected-failures/${revision}.yml`
  const options = [
    '--url',
    address,
    '--requirements',
    revision,
    '--expected-failures',
    failures,
    '-o',
    folder,
  ]
  const suite = spawn(process.execPath, [SUITE, 'server', ...options], { cwd: folder, env: {} })
  let output = ''
  for (const stream of [suite.stdout, suite.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [status] = (await once(suite, 'close')) as [number]
  for (const result of results) expect(output).toContain(result)
  expect(status, output.slice(-3000)).toBe(0)
})
