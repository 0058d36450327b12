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
 * Runs the official suite of the protocol. Returns its exit status and what it has printed. `onOutput` receives all that
 * it has printed so far.
 */
export async function runSuite(
  options: readonly string[],
  onOutput: (output: string) => void = () => {},
): Promise<{ status: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'echolog-mcp-'))
  const suite = spawn(process.execPath, [SUITE, ...options, '-o', folder], { cwd: folder, env: {} })
  let output = ''
  for (const stream of [suite.stdout, suite.stderr])
    stream.on('data', (chunk: Buffer) => onOutput((output += chunk.toString())))
  const [status] = (await once(suite, 'close')) as [number]
  await rm(folder, { recursive: true })
  return { status, output }
}

/** Starts a proxy that adds headers, because the suite sends no credential. It passes the name of the host on. */
export async function startCredentialProxy(app: Pick<TestApp, 'url'>, added: () => Headers) {
  const proxy = createServer((request, response) => {
    const { port } = new URL(app.url)
    const { url: path, method } = request
    const headers = { ...request.headers, ...added() }
    const passed = send({ port, host: '127.0.0.1', path, method, headers })
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
