import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestApp } from '../app.ts'
import { ROOT } from '../contract/source-files.ts'
import type { Headers } from '../fixtures/scenario.ts'

const SUITE = `${ROOT}node_modules/@modelcontextprotocol/conformance/dist/index.js`

/**
 * Runs the official suite of the protocol. Returns its exit status and what it has printed. `consent` receives the
 * address that the suite prints for a person, and ends the suite if it fails.
 */
export async function runSuite(
  options: readonly string[],
  consent: (address: string) => Promise<void> = async () => {},
): Promise<{ status: number | null; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'echolog-mcp-'))
  const suite = spawn(process.execPath, [SUITE, ...options, '-o', folder], { cwd: folder, env: {} })
  let output = ''
  let consented: Promise<void> | undefined
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    const [, address] = /^(http\S+\/oauth\/authorize\S+)\n/m.exec(output) ?? []
    if (address === undefined || !output.includes('Callback server started')) return
    consented ??= consent(address).catch((error: unknown) => {
      output += String(error)
      suite.kill()
    })
  }
  for (const stream of [suite.stdout, suite.stderr]) stream.on('data', read)
  const [status] = (await once(suite, 'close')) as [number | null]
  await consented
  await rm(folder, { recursive: true })
  return { status, output }
}

/**
 * Starts a proxy that adds headers to requests of a path, because the suite sends no credential. It passes the name of
 * the host on. It calls `app` at each request.
 */
export async function startCredentialProxy(
  app: () => Pick<TestApp, 'url'>,
  path: string,
  added: () => Headers,
) {
  const proxy = createServer((request, response) => {
    const { port } = new URL(app().url)
    const { url = '', method } = request
    const headers = { ...request.headers, ...(url === path && added()) }
    const passed = send({ port, host: '127.0.0.1', path: url, method, headers })
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    stop() {
      proxy.closeAllConnections()
      proxy.close()
    },
  }
}
