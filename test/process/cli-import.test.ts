import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../support/fixtures/scenario.ts'
import { savedAnswers, startFakeSource } from '../support/fixtures/fake-source.ts'
import { ROOT, run } from '../support/program.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
const KEY = 'key-of-the-command-line-4711'
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolog-import-'))
})
afterAll(() => rm(folder, { recursive: true }))

function start(...args: string[]) {
  const env = { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }
  return run('src/cli.ts', env, ['import', ...args])
}

async function call(...args: string[]) {
  const command = start(...args, '--json')
  const code = await command.ended
  const [stdout, stderr] = [command.stdout(), command.stderr()]
  return {
    code,
    stdout,
    stderr,
    json: stdout === '' ? null : JSON.parse(stdout.trim().split('\n').at(-1) ?? ''),
  }
}
const sample = (path: string) => join(ROOT, 'test/moving/samples', path)
const slugOf = async () => (await createTenant(app)).organization.slug

test('a backup is planned, imported, and imported again without a change', async () => {
  const org = await slugOf()
  const plan = await call('fider', sample('fider/backup.zip'), '--org', org, '--dry-run')
  expect([plan.code, plan.json.state, plan.stderr]).toEqual([0, 'PLANNED', ''])
  const first = await call('fider', sample('fider/backup.zip'), '--org', org)
  expect([first.code, first.json.state]).toEqual([0, 'DONE'])
  expect(first.json.counts).toEqual(plan.json.planned)
  const second = await call('fider', sample('fider/backup.zip'), '--org', org)
  expect(
    second.json.counts.every(
      ({ created, updated }: Record<string, number>) => created === 0 && updated === 0,
    ),
  ).toBe(true)
  const shown = start('show', plan.json.id, '--org', org)
  await shown.ended
  expect(shown.stdout()).toMatch(/^createdAt: +20\d\d-.*Z$/m)
  const { json } = await call('list', '--org', org)
  expect(json.importRuns.map(({ state }: { state: string }) => state)).toEqual(['DONE', 'DONE', 'PLANNED'])
})

test('an import without its decisions ends with 2 and writes nothing, and with them with 0', async () => {
  const org = await slugOf()
  const undecided = await call('canny', sample('canny'), '--org', org)
  expect([undecided.code, undecided.json.state]).toEqual([2, 'PLANNED'])
  expect(undecided.json.decisions[0].option).toContain('--map-status')
  expect(undecided.json.counts).toEqual([])
  const decided = await call('canny', sample('canny'), '--org', org, '--map-status', 'Later, maybe=planned')
  expect([decided.code, decided.json.state]).toEqual([0, 'DONE'])
})

test('an import with votes in a second file is resumed with both', async () => {
  const org = await slugOf()
  const files = [sample('plain/posts.csv'), '--votes', sample('plain/votes.csv')]
  const { json } = await call('csv', ...files, '--org', org, '--yes', '--dry-run')
  await app.database.pool.query(
    `update import_runs set state = 'paused', started_at = now(), options = options || '{"yes": true}' where id = $1`,
    [json.databaseId],
  )
  const without = await call('resume', json.id, sample('plain/posts.csv'), '--org', org)
  expect([without.code, without.stdout]).toEqual([1, expect.stringContaining('--votes')])
  const resumed = await call('resume', json.id, ...files, '--org', org)
  expect(resumed.json).toMatchObject({ state: 'DONE', counts: json.planned })
})

test('an import with refused records ends with 3, and its errors are lines and rows', async () => {
  const org = await slugOf()
  const plan = await call('csv', sample('plain/posts.csv'), '--org', org, '--yes', '--dry-run')
  expect([plan.code, plan.json.state, plan.json.errorsCount]).toEqual([3, 'PLANNED', 2])
  expect(plan.json.errors.nodes).toHaveLength(2)
  const refused = await call('errors', plan.json.id, '--org', org)
  const { code, json } = await call('csv', sample('plain/posts.csv'), '--org', org, '--yes')
  expect([code, json.state, json.errorsCount]).toEqual([3, 'DONE', 2])
  const lines = await call('errors', json.id, '--org', org)
  expect(
    lines.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).row),
  ).toEqual([3, 4])
  expect(lines.stdout).toBe(refused.stdout)
  const file = join(folder, 'errors.csv')
  expect((await call('errors', json.id, '--org', org, '--csv', file)).json).toEqual({ errors: 2, file })
  expect(await readFile(file, 'utf8')).toMatch(/error\r\n/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const nowhere = await call('errors', json.id, '--org', org, '--csv', join(folder, 'none', 'errors.csv'))
  expect([nowhere.code, nowhere.json.error.message]).toEqual([1, expect.stringContaining('Cannot write')])
  const shown = await call('show', json.id, '--org', org)
  expect(shown.json).toEqual(json)
})

test('an API is imported with a key from a file, which is in no output', async () => {
  const answers = await savedAnswers('canny')
  const api = await startFakeSource(({ path }) => {
    const list = path.split('/')[3] ?? ''
    const name = [...answers.keys()].find((one) => one.startsWith(`${list.replace('_', '-')}-list`))
    if (list === 'votes' && path.startsWith('/api/v2')) return { status: 404, body: { error: 'not found' } }
    if (name === undefined) return { body: { error: 'not available on this plan' } }
    return { body: { ...(answers.get(name) as object), hasMore: false, hasNextPage: false } }
  })
  const keyFile = join(folder, 'key.txt')
  await writeFile(keyFile, `${KEY}\n`)
  try {
    const org = await slugOf()
    const given = ['canny', '--org', org, '--key-file', keyFile, '--url', api.url, '--yes']
    const refused = await call(...given)
    expect([refused.code, refused.json.error.message]).toEqual([1, '"url" must be an https URL.'])
    const { code, json, stdout, stderr } = await call(...given, '--allow-host', '127.0.0.1')
    expect([code, json.state]).toEqual([0, 'DONE'])
    expect(stdout + stderr).not.toContain(KEY)
  } finally {
    await api.stop()
  }
})

test('addresses are lines of their file and nothing else', async () => {
  const org = await slugOf()
  const { json } = await call('fider', sample('fider/backup.zip'), '--org', org)
  const list = start('addresses', json.id, '--org', org)
  expect(await list.ended).toBe(0)
  expect(list.stdout()).toMatch(/^path,url\r?\n(\/\S+,\S+\r\n)+$/)
  const map = start('addresses', json.id, '--org', org, '--nginx')
  await map.ended
  expect(map.stdout()).toMatch(/^# [^]*\n}\n$/)
})

test('tables for people have the names of their columns, and no control characters', async () => {
  const org = await slugOf()
  const file = join(folder, 'hostile.csv')
  await writeFile(file, 'title,status\nDark mode,"Pla\u001b[31mnned"\n')
  const command = start('csv', file, '--org', org, '--dry-run')
  await command.ended
  expect(command.stdout()).toMatch(/^ {2}kind +created +updated +unchanged +kept +skipped +failed$/m)
  expect(command.stdout()).toContain('nned')
  expect(command.stdout()).not.toContain('\u001b')
})

test.each([
  [['nothing', 'file.zip', '--org', 'x'], 'The source must be one of'],
  [['fider', 'file.zip'], "required option '--org <slug>' not specified"],
  [['canny', '--org', 'nobody', '--key', 'secret'], 'Organization nobody not found'],
  [['csv', 'file.csv', '--org', 'nobody', '--map-status', 'x'], 'Organization nobody not found'],
  [['csv', '--org', 'TENANT'], 'csv is not read from an API: name a file'],
  [['csv', '/none/file.csv', '--org', 'TENANT'], 'There is no directory /none'],
  [['csv', `${ROOT}/none.csv`, '--org', 'TENANT'], `There is no file ${ROOT}/none.csv`],
  [['csv', `${ROOT}/package.json`, '--org', 'TENANT', '--timezone', 'Mars/Base'], '--timezone must be'],
])('%j is refused', async (args, message) => {
  const org = args.includes('TENANT') ? await slugOf() : ''
  const { code, json } = await call(...args.map((arg) => (arg === 'TENANT' ? org : arg)))
  expect([code, json.error.message]).toEqual([1, expect.stringContaining(message)])
})
