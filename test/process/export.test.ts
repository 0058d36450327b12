import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READERS } from '../../src/moving/readers.ts'
import { openPath } from '../../src/moving/sources/open-files.ts'
import { submit } from '../support/fixtures/people.ts'
import { run } from '../support/program.ts'
import { useApp, useTenant } from '../support/use.ts'

const app = useApp()
const tenant = useTenant(app)
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolog-export-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function call(...args: string[]) {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  const command = run('src/cli.ts', env, args)
  const code = await command.ended
  return { code, stdout: command.stdout(), stderr: command.stderr() }
}

test('writes a complete file for its owner alone, and records the export', async () => {
  await submit(app, tenant.key, 'Dark mode')
  const out = join(folder, 'acme.zip')
  const { slug, id: organizationId } = tenant.organization
  const { code, stdout } = await call('export', '--org', slug, '--out', out, '--with-audit', '--json')
  expect(code).toBe(0)
  const result = JSON.parse(stdout) as { id: string; bytes: number; rows: Record<string, number> }
  const { size, mode } = await stat(out)
  expect(result).toMatchObject({ kind: 'ORGANIZATION', state: 'DONE', file: out, bytes: size })
  expect(mode & 0o777).toBe(0o600)
  expect(result.rows).toMatchObject({ 'posts.jsonl': 1, 'votes.jsonl': 1 })
  expect((await READERS.echolog.inspect(await openPath(out))).format).toBe('echolog/1')
  expect(await readdir(folder)).toEqual(['acme.zip'])
  const { kysely } = app.database
  const audit = kysely.selectFrom('auditEntries').select(['act', 'actorId'])
  const entries = await audit.where('organizationId', '=', organizationId).execute()
  expect(entries).toContainEqual({ act: 'export.started', actorId: null })
  const runs = await kysely.selectFrom('exportRuns').selectAll().execute()
  expect(runs.map((one) => [`exp_${one.id}`, one.state, one.createdById])).toEqual([
    [result.id, 'done', null],
  ])
})

test('an export that fails leaves the file that was there', async () => {
  const out = join(folder, 'kept.zip')
  const { slug } = tenant.organization
  await call('export', '--org', slug, '--out', out, '--csv')
  const before = await readFile(out)
  const unknown = await call('export', '--org', 'nobody', '--out', out, '--json')
  expect(unknown.code).toBe(1)
  expect(unknown.stdout).toContain('nobody')
  const both = await call('export', '--org', slug, '--out', out, '--csv', '--quackback')
  expect(both.stderr).toContain('--quackback')
  expect(await readFile(out)).toEqual(before)
  const nowhere = await call('export', '--org', slug, '--out', join(folder, 'none', 'a.zip'))
  expect(nowhere.stderr).toContain('Cannot write')
  expect(nowhere.stderr).toContain('Create that directory')
})

test('an export replaces no directory and no device', async () => {
  const { slug } = tenant.organization
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const out of [folder, pipe]) {
    const { code, stderr } = await call('export', '--org', slug, '--out', out)
    expect([code, stderr]).toEqual([1, `Cannot write ${out}: it is no file. Name a file.\n`])
  }
  expect((await stat(pipe)).isFIFO()).toBe(true)
  const unnamed = await call('export', '--org', slug, '--out', '')
  expect([unnamed.code, unnamed.stderr]).toEqual([1, 'The name of the file is empty\n'])
})
