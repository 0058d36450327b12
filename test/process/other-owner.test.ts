import { chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { killAllOf } from '../support/embedded.ts'
import { run, temporaryDirectory, type Program } from '../support/program.ts'

const OTHER = 65_534
const isRoot = process.getuid?.() === 0
const ends: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Starts the service as root in a directory. */
function start(path: string): Program {
  const program = run('src/main.ts', { DATA_DIR: path, PORT: '0', LOG_LEVEL: 'error' })
  ends.push(async () => {
    program.process.kill('SIGTERM')
    await program.ended
    killAllOf(path)
  })
  return program
}

const ownersOf = (path: string) =>
  Object.fromEntries(readdirSync(path).map((name) => [name, statSync(join(path, name)).uid] as const))

test.skipIf(!isRoot)('root leaves no file of its own in the data directory of another user', async () => {
  const directory = await temporaryDirectory()
  const { path } = directory
  ends.push(() => directory.remove())
  chownSync(path, OTHER, OTHER)
  const program = start(path)
  await program.listening
  const owners = ownersOf(path)
  expect(owners).toMatchObject({ 'secret.key': OTHER, 'demo.json': OTHER, 'postgres.password': OTHER })
  expect(Object.entries(owners).filter(([, uid]) => uid !== OTHER)).toEqual([])
  chownSync(join(path, 'secret.key'), 0, 0)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  const next = start(path)
  await next.listening
  expect(ownersOf(path)).toMatchObject({ 'secret.key': OTHER })
})
