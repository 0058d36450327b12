import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTenant } from '../support/fixtures/scenario.ts'
import { run } from '../support/program.ts'
import { useApp } from '../support/use.ts'

const app = useApp()
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'echolog-plan-'))
})
afterAll(() => rm(folder, { recursive: true }))

const start = (...args: string[]) =>
  run('src/cli.ts', { DATABASE_URL: app.database.url, SECRET_KEY: app.secretKey.toString('base64') }, args)

async function planOf(rows: string, ...more: string[]) {
  const { slug } = (await createTenant(app)).organization
  const file = join(folder, 'posts.csv')
  await writeFile(file, rows)
  const command = start('import', 'csv', file, '--org', slug, '--dry-run', ...more)
  const code = await command.ended
  return { code, page: command.stdout(), file, slug }
}

test('a plan is a page: decisions, numbers, losses, samples, and the command that is next', async () => {
  const rows =
    'title,status,mood,created_at\nDark mode,"Later, maybe",calm,2025-01-05\nTwo,Open,,\nThree,Open,,\nFour,Open,,\n'
  const { code, page, file, slug } = await planOf(rows)
  expect(code).toBe(2)
  const titles = ['Decisions', 'Records', 'Losses', 'Values', 'Samples']
  const lines = page.split('\n')
  expect(lines.filter((line) => titles.includes(line))).toEqual(titles)
  expect(lines[0]).toMatch(/^Plan imp_\d+ of posts.csv: nothing is imported yet\.$/)
  expect(page).toMatch(/^ {2}--map-status 'Later, maybe=submitted' +The status "Later, maybe" would become/m)
  expect(page).toMatch(/^ {2}POST +4 +0 +0 +0 +0 +0$/m)
  expect(page).toMatch(/^ {2}column mood +1 +Its heading is not recognized\.$/m)
  expect(page).toContain('    before  Later, maybe · no board · no tags · 2025-01-05T00:00:00.000Z')
  expect(page.match(/^ {4}after /gm)).toHaveLength(3)
  const next = `or accept these proposals:\n  npm run cli -- import csv ${file} --org ${slug} --yes\n`
  expect(page.endsWith(next)).toBe(true)
})

test('a plan without decisions names the refused rows, and the commands for them and for the others', async () => {
  const rows = 'title,votes,description\nDark mode,3,x\nTwo,many,y\n'
  expect((await planOf(rows, '--columns', 'votes=')).code).toBe(0)
  const { code, page, file, slug } = await planOf(rows)
  expect(code).toBe(3)
  expect(page).toMatch(/^ {2}posts.csv row 3 +votes "many" is not a whole number$/m)
  expect(page).toMatch(new RegExp(`import errors imp_\\d+ --org ${slug} --csv errors.csv$`, 'm'))
  expect(
    page.endsWith(`To import the others, type:\n  npm run cli -- import csv ${file} --org ${slug}\n`),
  ).toBe(true)
})

test('errors end quietly when their reader does', async () => {
  const rows = `title,votes\n${'Dark mode and a long title of a post,many\n'.repeat(3_000)}`
  const { slug, page } = await planOf(rows, '--json')
  const { id } = JSON.parse(page) as { id: string }
  const command = start('import', 'errors', id, '--org', slug)
  command.process.stdout?.once('data', () => command.process.stdout?.destroy())
  expect([await command.ended, command.stderr()]).toEqual([0, ''])
})
