import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryInstallation } from '../support/installation.ts'
import { run } from '../support/program.ts'

let directory: Awaited<ReturnType<typeof temporaryInstallation>>
beforeAll(async () => {
  directory = await temporaryInstallation('demo')
})
afterAll(() => directory.remove())

const serverOf = (path: string) => existsSync(join(path, 'postgres', 'postmaster.pid'))

test.each([
  ['SIGTERM', 143],
  ['SIGINT', 130],
  ['SIGHUP', 129],
] as const)('%s ends a command in its work, and the embedded database with it', async (signal, code) => {
  const args = ['seed', '--org', 'demo', '--posts', '1000000']
  const command = run('src/cli.ts', { DATA_DIR: directory.path }, args)
  await expect.poll(() => serverOf(directory.path)).toBe(true)
  command.process.kill(signal)
  expect(await command.ended).toBe(code)
  expect(serverOf(directory.path)).toBe(false)
})
