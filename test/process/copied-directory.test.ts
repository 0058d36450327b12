import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cli, run, temporaryDirectory, type Program } from '../support/program.ts'

/** Names of all files below a directory with the times of their last changes. */
const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => [name, statSync(join(path, name)).mtimeMs])

/** Creates a post. */
async function submit(url: string, apiKey: string): Promise<{ status: number; id: number }> {
  const response = await fetch(`${url}/api/v3/feature_requests`, {
    method: 'POST',
    headers: { 'API-KEY': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'A wish' }),
  })
  return { status: response.status, id: ((await response.json()) as { id: number }).id }
}

test('a copy of the data directory of a stopped service starts with its data and ids, and not without its key', async () => {
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
    const { apiKey } = JSON.parse(readFileSync(join(copy, 'demo.json'), 'utf8')) as { apiKey: string }
    const url = await second.listening
    const former = await submit(url, apiKey)
    expect(former.id).toBeLessThan(1_000_000)
    expect(await cli({ DATA_DIR: copy }, 'restored')).toEqual({ moved: true })
    const { status, id } = await submit(url, apiKey)
    expect(id).toBeGreaterThan(1_000_000)
    second.process.kill('SIGTERM')
    expect([status, await second.ended]).toEqual([201, 0])

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
