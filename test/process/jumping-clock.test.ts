import { afterAll, beforeAll, expect, test } from 'vitest'
import { answers, killServer, serverBack } from '../support/embedded.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { run, type Program } from '../support/program.ts'

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
let program: Program | undefined

beforeAll(async () => {
  directory = await temporaryInstallation('demo')
})
afterAll(async () => {
  program?.process.kill('SIGKILL')
  await program?.ended
  await directory.remove()
})

test('a clock that is set forward again and again ends neither the start, nor a restart of the database, nor the stop', async () => {
  program = run('src/main.ts', {
    DATA_DIR: directory.path,
    PORT: '0',
    NODE_OPTIONS: '--import=./test/support/faults/jumping-clock.ts',
  })
  const url = await program.listening
  await answers(`${url}/readyz`, 200)
  await serverBack(directory.path, killServer(directory.path))
  await answers(`${url}/readyz`, 200)
  program.process.kill('SIGTERM')
  expect(await program.ended).toBe(0)
})
