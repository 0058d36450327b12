import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { answers, killServer, serverBack } from '../support/embedded.ts'
import { temporaryInstallation } from '../support/installation.ts'
import { run } from '../support/program.ts'

describe('a log on a full disk', () => {
  test('stops no service', async () => {
    const directory = await temporaryInstallation('demo')
    const full = openSync('/dev/full', 'w')
    const env = { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'trace' }
    const program = run('src/main.ts', env, [], { stderrTo: full })
    closeSync(full)
    const url = await program.listening
    expect(await answers(`${url}/readyz`, 200)).toEqual({ status: 'ok' })
    await serverBack(directory.path, killServer(directory.path))
    await answers(`${url}/readyz`, 200)
    program.process.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    await directory.remove()
  })

  test('and a reader that closed its end of the output stop no service either', async () => {
    const directory = await temporaryInstallation('demo')
    const program = run('src/main.ts', { DATA_DIR: directory.path, PORT: '0', LOG_LEVEL: 'trace' })
    const url = await program.listening
    program.process.stdout?.destroy()
    program.process.stderr?.destroy()
    await serverBack(directory.path, killServer(directory.path))
    expect(await answers(`${url}/readyz`, 200)).toEqual({ status: 'ok' })
    const exit = once(program.process, 'exit')
    program.process.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
    await directory.remove()
  })
})
