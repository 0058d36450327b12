import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoKey, ROOT, run, temporaryDirectory, type Program } from '../support/program.ts'

/** A module that prints the address of each module which is loaded after it. */
const RECORDER = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    process.stderr.write('loaded ' + url + '\\n')
    return next(url, context)
  },
})`

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let program: Program

beforeAll(async () => {
  directory = await temporaryDirectory()
  const recorder = `--import=data:text/javascript,${encodeURIComponent(RECORDER)}`
  const env = { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'error', NODE_OPTIONS: recorder }
  program = run('src/main.ts', env, [], { installation: ROOT })
  await program.listening
})
afterAll(async () => {
  program.process.kill('SIGTERM')
  await program.ended
  await directory.remove()
})

async function ask(path: string, body: object): Promise<number> {
  const headers = {
    'API-KEY': await demoKey(directory.path),
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
  }
  const url = (await program.listening) + path
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

test('a process at rest has not loaded the protocol of agents, which their first message loads', async () => {
  const hasProtocol = () => /^loaded .*\/(@modelcontextprotocol|zod)\//m.test(program.stderr())
  expect(await ask('/graphql', { query: '{ posts { nodes { id } } }' })).toBe(200)
  expect(program.stderr()).toContain('/src/mcp/router.ts')
  expect(hasProtocol()).toBe(false)
  expect(await ask('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' })).toBe(200)
  expect(hasProtocol()).toBe(true)
})
