import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { run, temporaryDirectory, type Program } from '../support/program.ts'

/** Names of all files below a directory with the times of their last changes. */
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => [name, statSync(join(path, name)).mtimeMs])

test('a copy of the data directory of a stopped service starts with its data, and not without its key', async () => {
  const directory = await temporaryDirectory()
  const [dataDir, copy] = [join(directory.path, 'data'), join(directory.path, 'copy')]
  const started: Program[] = []
  const start = (path: string) => {
    const program = run('src/main.ts', { PORT: '0', DATA_DIR: path })
    started.push(program)
    return program
  }
  try {
    const first = start(dataDir)
    await first.listening
    first.process.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    execFileSync('cp', ['-a', dataDir, copy])
    rmSync(dataDir, { recursive: true })

    const second = start(copy)
    const url = await second.listening
    const { apiKey } = JSON.parse(readFileSync(join(copy, 'demo.json'), 'utf8')) as { apiKey: string }
    const { status } = await fetch(`${url}/api/v3/feature_requests`, { headers: { 'API-KEY': apiKey } })
    second.process.kill('SIGTERM')
    expect([status, await second.ended]).toEqual([200, 0])

    rmSync(join(copy, 'secret.key'))
    const before = filesIn(copy)
    const third = start(copy)
    expect(await third.ended).toBe(1)
    expect(third.stderr()).toContain(`${join(copy, 'secret.key')}, the key of the database in`)
    expect(third.stderr()).toMatch(/is missing\. Restore it from a backup.* rotate-key --accept-loss`\n$/)
    expect(filesIn(copy)).toEqual(before)
  } finally {
    for (const program of started) program.process.kill('SIGTERM')
    await Promise.all(started.map(({ ended }) => ended))
    await directory.remove()
  }
})
